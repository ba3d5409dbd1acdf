import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BODY_LIMIT, MAX_DEPTH, MAX_KEYS, MAX_VALUES } from "#lib/core/body-limits.ts";
import { errorStatus } from "#lib/core/errors.ts";
import { currencyCodes, exponentOf } from "#lib/core/money.ts";
import { defaultRateLimits, rateClasses, tiers } from "#lib/core/tiers.ts";
import { builtInProvider } from "#lib/gateways/contract-providers.ts";
import { explainSquareMoney } from "#lib/gateways/square/money.ts";
import { explainStripeMoney } from "#lib/gateways/stripe/amount.ts";
import { MAX_ITEMS } from "#lib/receipts/contract.ts";

// The guides repeat some tables of the code in a form that is good to read.

test("the guide to testing has each test value of the sandbox, in the code's words", () => {
  const { testValues = [], testRefunds = [] } = builtInProvider;
  const { values, refunds } = {
    values: readTable("testing-and-sandbox", "Field"),
    refunds: readTable("testing-and-sandbox", "`refundReference` begins with"),
  };
  assert.deepEqual(
    values,
    testValues.map(({ field, value, description }) => [
      `\`${field}\``,
      `\`${value}\``,
      description,
    ]),
  );
  assert.deepEqual(
    refunds,
    testRefunds.map(({ prefix, description }) => [`\`${prefix}\``, description]),
  );
});

test("the guide to errors has each code with its status, and the rate limits", () => {
  const codes = readTable("errors-and-retries", "Code").map(([code, status]) => [code, status]);
  const expected = Object.entries(errorStatus).map(([code, status]) => [
    `\`${code}\``,
    `${status}`,
  ]);
  assert.deepEqual(codes, expected);
  assert.deepEqual(
    readTable("errors-and-retries", "Tier"),
    tiers.map((tier) => [
      tier,
      ...rateClasses.map((name) => defaultRateLimits.tiers[tier][name].toLocaleString("en-US")),
    ]),
  );
});

test("the guide to errors has the limits of a body", () => {
  const values = MAX_VALUES.toLocaleString("en-US");
  const limits =
    `at most ${BODY_LIMIT / 1024} KiB, ${MAX_DEPTH} levels, ${MAX_KEYS} fields in an object, ` +
    `${MAX_ITEMS} line items, and ${values} values`;
  const guide = readGuide("errors-and-retries").replaceAll("\n", " ");
  assert.ok(guide.includes(limits), limits);
});

test("the guide to amounts has the decimals of each currency but those with two", () => {
  for (const [decimals = "", codes = ""] of readTable("amounts-currencies-taxes", "Decimals")) {
    if (decimals === "2") continue;
    const expected = currencyCodes.filter((code) => exponentOf(code) === Number(decimals));
    assert.deepEqual(codes.split(", "), expected, decimals);
  }
});

test("the guide to amounts has the currencies that Stripe takes in steps, or not at all", () => {
  const [inTens, inHundreds, refused] = readTable("amounts-currencies-taxes", "Currencies");
  const isExact = (currency: string, amount: number) =>
    explainStripeMoney({ currency, amount }) === undefined;
  const takes = (...amounts: number[]) =>
    currencyCodes.filter((code) => amounts.every((amount) => isExact(code, amount)));
  const [all, tens, hundreds] = [takes(1, 10, 100), takes(10, 100), takes(100)];
  const without = (codes: readonly string[], known: readonly string[]) =>
    codes.filter((code) => !known.includes(code)).join(", ");
  assert.equal(inTens?.[0], without(tens, all));
  assert.equal(inHundreds?.[0], without(hundreds, tens));
  assert.equal(refused?.[0], without(currencyCodes, hundreds));
});

test("Square takes no currency of three decimals or more, as the guide to amounts says", () => {
  for (const currency of currencyCodes) {
    assert.equal(
      explainSquareMoney({ currency }) !== undefined,
      exponentOf(currency) >= 3,
      currency,
    );
  }
});

function readGuide(guide: string): string {
  return readFileSync(join(import.meta.dirname, `../../docs/guides/${guide}.md`), "utf8");
}

/** The rows of the table of a guide whose first column has this title. */
function readTable(guide: string, firstTitle: string): string[][] {
  const lines = readGuide(guide).split("\n");
  const start = lines.findIndex((line) => readRow(line)[0] === firstTitle);
  assert.ok(start >= 0, `${guide}: no table "${firstTitle}"`);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end === -1 ? undefined : end).map(readRow);
}

function readRow(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
