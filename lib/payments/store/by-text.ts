import { MAX_SEARCHED_PAYMENTS } from "#lib/core/search-reach.ts";
import type { TypedAmount } from "#lib/core/typed-amount.ts";
import { between } from "#lib/storage/tenant-range.ts";
import { newestFirst, type Put } from "./sold-hours.ts";

/** What a person looks for: the text itself, and the amounts that it may mean. */
export type TextSearch = {
  text: string;
  amounts: readonly TypedAmount[];
  /** Where the period ends, as an id: the newest before it are read one by one, whichever page is shown. */
  end: string;
};

/** Shorter texts are a part of nearly every id. */
const MIN_PART_LENGTH = 3;

/** For a walk along the payments: written so that no index serves it, or the planner would sort after all. */
export function hasText({ text, amounts, end }: TextSearch, put: Put): string {
  const starts = put(spellings(text));
  const begins = (column: string) => `left(p.${column}, ${text.length}) = ANY (${starts}::text[])`;
  const isAmount = ({ amount, currencies }: TypedAmount) =>
    `p.amount + 0 = ${put(amount)}::bigint AND p.currency = ANY (${put(currencies)}::char(3)[])`;
  return `(${[
    ...["id", "receipt_id", "transaction_id"].map(begins),
    ...amounts.map(isAmount),
    ...partArms(text, end, put).map((arm) => `p.id IN (${arm})`),
  ].join(" OR ")})`;
}

/**
 * The ids from the indexes of references and amounts and from the newest payments, then a row for each as far as the
 * page needs: the plan that costs the same however a merchant numbers its receipts.
 */
export function foundBy(search: TextSearch, put: Put): string {
  const arms = [...indexArms(search, put), ...partArms(search.text, search.end, put)];
  return `
    (SELECT DISTINCT found.id FROM (${arms.join(" UNION ALL ")}) found
     ORDER BY found.id DESC) f
    CROSS JOIN LATERAL (
      SELECT * FROM payment p WHERE p.organization_id = $1 AND p.environment = $2 AND p.id = f.id
      OFFSET 0) p`;
}

/** What each of the indexes finds, as statements. */
export function indexArms({ text, amounts }: Omit<TextSearch, "end">, put: Put): string[] {
  return [
    ...spellings(text).flatMap((one) => referenceArms(one, put)),
    ...(text.toLowerCase().startsWith("pay_") ? [idArm(text.toLowerCase(), put)] : []),
    ...amounts.map((amount) => amountArm(amount, put)),
  ];
}

/** References are found in whatever case if they are written in one: an index compares byte by byte. */
function spellings(text: string): string[] {
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
}

function referenceArms(text: string, put: Put): string[] {
  const from = put(text);
  const to = put(`${text}${LAST}`);
  // The range of ids is written so that no index serves it: the planner would read all ids of the range beside.
  return ["receipt_id", "transaction_id"].map(
    (column) => `
    SELECT p.id FROM payment p
    WHERE p.organization_id = $1 AND p.environment = $2::environment
      AND p.id || '' >= $3 AND p.id || '' < $4
      AND p.${column} COLLATE "C" >= ${from} AND p.${column} COLLATE "C" < ${to}`,
  );
}

/** Behind everything that begins like a text: no text has this noncharacter. */
const LAST = "\u{10FFFF}";

function idArm(start: string, put: Put): string {
  // `g` sorts after every hex digit.
  const [from, to] = [put(start), put(`${start}g`)];
  return `SELECT p.id FROM payment p WHERE ${between(`greatest($3, ${from})`, `least($4, ${to})`)}`;
}

/** The index begins with the amount, and has the currency beside the id. */
function amountArm({ amount, currencies }: TypedAmount, put: Put): string {
  const a = put(amount);
  return `
    SELECT p.id FROM payment p
    WHERE (p.amount, p.organization_id, p.environment, p.id) >= (${a}::bigint, $1, $2::environment, $3)
      AND (p.amount, p.organization_id, p.environment, p.id) < (${a}::bigint, $1, $2::environment, $4)
      AND p.currency = ANY (${put(currencies)}::char(3)[])`;
}

/** Of the newest of the period those that have the text anywhere in their id or references, in whatever case. */
function partArms(text: string, end: string, put: Put): string[] {
  if (text.length < MIN_PART_LENGTH) return [];
  const part = put(text);
  const found = ["id", "receipt_id", "transaction_id"]
    .map((column) => `strpos(lower(newest.${column}), lower(${part})) > 0`)
    .join(" OR ");
  return [
    `
    SELECT newest.id FROM (
      SELECT p.id, p.receipt_id, p.transaction_id FROM payment p
      WHERE ${between("$3", put(end))}
      ORDER BY ${newestFirst}
      LIMIT ${MAX_SEARCHED_PAYMENTS}) newest
    WHERE newest.id < $4 AND (${found})`,
  ];
}
