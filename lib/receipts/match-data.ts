import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { MAX_TERMINAL_LENGTH } from "./contract-fields.ts";
import type { Match, ToldMatch } from "./contract-match.ts";

/** What is known of a payment or a refund, as it is stored: encrypted, without what is not known. */
type KnownMatch = Partial<Record<keyof Match, string>>;

type MatchedRow = { id: string; matchData: Uint8Array | null };

const toldFields = [
  "authorizationCode",
  "networkTransactionId",
  "acquirerReferenceNumber",
  "merchantCategoryCode",
] as const satisfies (keyof ToldMatch)[];

/** What the request says of it; null where that is nothing. Another shape is a field of the receipt alone. */
export function beginMatch(id: string, terminalId: unknown): Uint8Array | null {
  const isTerminal = typeof terminalId === "string" && terminalId.length <= MAX_TERMINAL_LENGTH;
  return isTerminal && terminalId !== "" ? encrypt(id, { terminalId }) : null;
}

/** With what the provider has reported since: other fields stay. Null if nothing is new. */
export function addToMatch(row: MatchedRow, told: ToldMatch | undefined): Uint8Array | null {
  if (!told) return null;
  const known = decrypt(row);
  const news = toldFields.flatMap((field) => {
    const value = told[field];
    return value === null || value === known[field] ? [] : [[field, value]];
  });
  if (news.length === 0) return null;
  return encrypt(row.id, { ...known, ...Object.fromEntries(news) });
}

/** Null until the provider has reported something. */
export function openMatch(row: MatchedRow): Match | null {
  if (row.matchData === null) return null;
  const known = decrypt(row);
  if (toldFields.every((field) => known[field] === undefined)) return null;
  return {
    authorizationCode: known.authorizationCode ?? null,
    networkTransactionId: known.networkTransactionId ?? null,
    acquirerReferenceNumber: known.acquirerReferenceNumber ?? null,
    merchantCategoryCode: known.merchantCategoryCode ?? null,
    terminalId: known.terminalId ?? null,
  };
}

function encrypt(id: string, known: KnownMatch): Uint8Array {
  return serviceSecrets().keyring.encrypt(JSON.stringify(known), matchContext(id));
}

function decrypt({ id, matchData }: MatchedRow): KnownMatch {
  if (matchData === null) return {};
  const text = serviceSecrets().keyring.decrypt(new Uint8Array(matchData), matchContext(id));
  // Written by `encrypt`: the keyring decrypts nothing else.
  return JSON.parse(text) as KnownMatch;
}

/** Binds the value to its row: moved to another one it does not decrypt. */
export function matchContext(id: string): string {
  return `payment.match_data:${id}`;
}
