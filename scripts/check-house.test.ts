import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findComplaints, findImports, readFloors } from "./check-house.ts";

const floors = readFloors(`
| Floor | Room | What it is about |
| ----: | ---- | ---------------- |
|     1 | \`core\` | words |
|     4 | \`storage\` | the pool |
|     5 | \`cards\` | who has this card |
|     8 | \`payments\` | create, charge |
|    11 | \`browser\` | one call |
`);

function complaintsAbout(...files: [file: string, text: string][]): string[] {
  return findComplaints(
    floors,
    files.flatMap(([file, text]) => findImports(file, text)),
  );
}

test("the floors come out of the table", () => {
  assert.deepEqual([...floors.keys()].sort(), [
    "lib/browser",
    "lib/cards",
    "lib/core",
    "lib/payments",
    "lib/storage",
  ]);
  assert.equal(floors.get("lib/payments"), 8);
});

const rightImports: [file: string, text: string][] = [
  ["lib/payments/create.ts", 'import { a } from "#lib/cards/find-recipient.ts";'],
  ["lib/payments/store/list.ts", 'import { b } from "#lib/payments/contract.ts";'],
  [
    "lib/cards/store.ts",
    'import {\n  c,\n} from "#lib/storage/database.ts";\nimport pg from "pg";',
  ],
  ["components/payments/list.tsx", 'import { d } from "#lib/browser/api.ts";'],
];
for (const [file, text] of rightImports) {
  test(`down is right: ${text}`, () => assert.deepEqual(complaintsAbout([file, text]), []));
}

const wrongImports: [file: string, text: string][] = [
  ["lib/cards/card.ts", 'import { a } from "#lib/payments/create.ts";'],
  ["lib/cards/card.ts", 'import type { A } from "#lib/payments/create.ts";'],
  ["lib/cards/card.ts", 'export { a } from "#lib/payments/create.ts";'],
  ["lib/cards/card.ts", 'const { a } = await import("#lib/payments/create.ts");'],
  ["lib/payments/create.ts", 'import { b } from "#components/ui/button.tsx";'],
  ["lib/payments/create.ts", 'import { c } from "#lib/testing/merchant.ts";'],
  ["lib/attic/trunk.ts", 'import { d } from "#lib/core/ids.ts";'],
];
for (const [file, text] of wrongImports) {
  test(`wrong in ${file}: ${text}`, () => {
    const [complaint, ...others] = complaintsAbout([file, text]);
    assert.ok(complaint?.startsWith(`${file}: `));
    assert.deepEqual(others, []);
  });
}

describe("folders of components", () => {
  const list: [string, string] = ["components/a/list.tsx", 'import "#components/b/row.tsx";'];
  const row: [string, string] = ["components/b/row.tsx", 'import "#components/c/cell.tsx";'];
  const cell: [string, string] = ["components/c/cell.tsx", 'import "#components/a/menu.tsx";'];

  test("may import each other in one direction", () => {
    assert.deepEqual(complaintsAbout(list, row), []);
  });

  test("may not be a circle, however long", () => {
    assert.equal(complaintsAbout(list, row, cell).length, 3);
  });
});
