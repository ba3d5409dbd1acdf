import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { listStoredAs, storageForms } from "#lib/core/data-inventory.ts";
import { english } from "#lib/languages/translate.ts";
import { describeView } from "./describe-view.ts";
import { writeStyles } from "./write-styles.ts";

const root = join(import.meta.dirname, "../..");
const inventory = storageForms.flatMap(listStoredAs);

/** The names that the pages give to `data-stored` and to `stored`, in code or in a table of names. */
function listMarks(): { file: string; name: string }[] {
  const tables = new Set(inventory.map((name) => name.slice(0, name.indexOf("."))));
  return globSync("{app,components}/**/*.tsx", { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    if (!/\bstored\b/i.test(text)) return [];
    const quoted = text.matchAll(/"([a-z_]+)\.([a-z_]+)"/g);
    return [...quoted]
      .filter(([, table = ""]) => tables.has(table))
      .map(([, table = "", column = ""]) => ({ file, name: `${table}.${column}` }));
  });
}

test("pages mark values by names that the inventory has", () => {
  const marks = listMarks();
  assert.ok(marks.length > 80);
  assert.deepEqual(
    marks.filter(({ name }) => !inventory.includes(name)),
    [],
  );
});

test("the screens that say who reads what mark what they show", () => {
  const marked = Map.groupBy(listMarks(), ({ file }) => file);
  for (const [file, names] of [
    ["receipts/receipt-slip.tsx", ["receipt.shop", "receipt.items", "payment.amount"]],
    ["wallet/receipt-row.tsx", ["receipt.shop", "payment.amount"]],
    ["wallet/pin-field.tsx", ["wallet.pin"]],
    ["payments/payment-facts.tsx", ["payment.amount", "payment.receipt_id"]],
    ["payments/match-panel.tsx", ["payment.match_data"]],
    ["api-keys/new-secret.tsx", ["api_key.secret_hash"]],
    ["terminal/claim-code.tsx", ["claim_code.hash"]],
  ] as const) {
    const found = marked.get(`components/${file}`)?.map(({ name }) => name) ?? [];
    assert.deepEqual(
      names.filter((name) => !found.includes(name)),
      [],
      file,
    );
  }
});

describe("the style sheet", () => {
  const rules = writeStyles(english).split("\n");
  /** What is made invisible for a reader. */
  const coverOf = (view: string) =>
    rules.find(
      (rule) => rule.startsWith(`:root[data-x-ray=${view}]`) && rule.includes("visibility:hidden"),
    ) ?? "";

  for (const [form, service, thief] of [
    ["plain", false, false],
    ["encrypted", false, true],
    ["sealed", true, true],
    ["keyed_hash", true, true],
    ["derived", false, true],
    ["hashed", true, true],
    ["never", true, true],
  ] as const) {
    test(`hides each value that is ${form} from those who cannot read it`, () => {
      for (const name of listStoredAs(form)) {
        assert.equal(coverOf("service").includes(`"${name}"`), service, name);
        assert.equal(coverOf("thief").includes(`"${name}"`), thief, name);
      }
    });
  }
});

for (const [view, hidden, expected] of [
  ["page", { values: 0, inEscrow: 0 }, /Nothing is hidden/],
  ["service", { values: 3, inEscrow: 0 }, /what the service cannot read is hidden\.$/],
  ["service", { values: 3, inEscrow: 2 }, /Hatched is what it could still open/],
  ["service", { values: 0, inEscrow: 0 }, /can read all that this page shows/],
  ["thief", { values: 3, inEscrow: 0 }, /the rest is encrypted/],
  ["thief", { values: 0, inEscrow: 0 }, /All that is marked is stored in the clear/],
] as const) {
  test(`the legend of the view ${view} with ${hidden.values} values hidden, ${hidden.inEscrow} in escrow`, () => {
    assert.match(describeView(view, hidden, english), expected);
  });
}
