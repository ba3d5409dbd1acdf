import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { dataInventory, listStoredAs, storageForms } from "#lib/core/data-inventory.ts";

const root = join(import.meta.dirname, "..");
const documents = ["SECURITY.md", ...globSync("docs/security/*.md", { cwd: root }).sort()];

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

const ofRepository =
  /^(?:(?:app|components|docs|e2e|examples|lib|prisma|public|scripts)\/|package-lock\.json$)/;

/** What stands between backticks and begins like a path of this repository. */
function listFiles(text: string): string[] {
  const quoted = [...text.matchAll(/`([\w.()[\]/-]+)`/g)].map(([, name = ""]) => name);
  return quoted.filter((name) => ofRepository.test(name));
}

describe("every file exists that is named in", () => {
  for (const document of documents) {
    test(document, () => {
      const files = listFiles(read(document));
      assert.ok(files.length > 0);
      const missing = files.filter((file) => !existsSync(join(root, file)));
      assert.deepEqual(missing, []);
    });
  }
});

test("what is said to meet a requirement names a file", () => {
  const rows = read("docs/security/asvs.md").split("\n");
  const met = rows.filter((row) => /^\| \d+\.\d+\.\d+ .*\| (?:Met|Partly) +\|/.test(row));
  assert.ok(met.length > 100);
  assert.deepEqual(
    met.filter((row) => listFiles(row).length === 0),
    [],
  );
});

test("every gap of asvs.md is accepted by a decision, and nothing else is", () => {
  const gap = /^\| (\d+\.\d+\.\d+) +\|.*?\| (?:Partly|Not met) +\|/gm;
  const gaps = [...read("docs/security/asvs.md").matchAll(gap)].map(([, number]) => number);
  const accepted = read("docs/decisions/accepted-gaps.md").match(/\d+\.\d+\.\d+/g) ?? [];
  assert.deepEqual(accepted.sort(), gaps.sort());
});

test("the totals of asvs.md are those of its rows", () => {
  const rows = read("docs/security/asvs.md").split("\n");
  const states = ["Met", "Partly", "Not met", "Operator", "n/a"];
  const count = (chapter: string) =>
    states.map(
      (state) =>
        rows.filter((row) =>
          new RegExp(`^\\| ${chapter}\\.\\d+\\.\\d+ .*?\\| ${state} +\\|`).test(row),
        ).length,
    );
  const totals = rows.map((row) => /^\| (?:V(\d+) .*?|(All)) +\|((?: \d+ +\|)+)$/.exec(row));
  const told = totals.filter((total) => total !== null);
  assert.equal(told.length, 18);
  for (const [, chapter = "\\d+", , cells = ""] of told) {
    assert.deepEqual(cells.match(/\d+/g)?.map(Number), count(chapter), `chapter ${chapter}`);
  }
});

type Column = { name: string; isBytes: boolean };

/** The columns of each table, as the database calls them. */
function readTables(): Map<string, Column[]> {
  const models = read("prisma/schema.prisma").matchAll(/^model \w+ \{\n(.*?)^\}/gms);
  return new Map(
    [...models].map(([, body = ""]) => {
      const [, table = ""] = /@@map\("(\w+)"\)/.exec(body) ?? [];
      const fields = body.matchAll(/^ {2}(\w+) +(\w+)\S*(?:.* @map\("(\w+)"\))?/gm);
      return [
        table,
        [...fields].map(([, field = "", type, name = field]) => ({
          name,
          isBytes: type === "Bytes",
        })),
      ];
    }),
  );
}

/** Named in the inventory and no tables: what a receipt says, and what stays on a device. */
const notTables = ["receipt", "wallet"];

test("data.md names every table, and only columns that exist", () => {
  const tables = readTables();
  assert.ok(tables.size > 25);
  const named = namesIn(read("docs/security/data.md"));
  assert.deepEqual(named.filter(isUnknownColumn(tables)), []);

  const known = new Set(named.map(tableOf));
  const unnamed = [...tables.keys()].filter((table) => !known.has(table));
  assert.deepEqual(unnamed, []);
});

const titles = {
  encrypted: "Encrypted",
  sealed: "Sealed",
  keyed_hash: "Keyed hash",
  derived: "Derived",
  hashed: "Hash",
  never: "Never",
} as const;

const hiddenForms = storageForms.filter((form) => form !== "plain");

describe("the data inventory", () => {
  const tables = readTables();
  const stored = storageForms.flatMap(listStoredAs);

  test("names each value once, and only columns that exist", () => {
    assert.deepEqual(stored, [...new Set(stored)]);
    assert.deepEqual(stored.filter(isUnknownColumn(tables)), []);
  });

  test("names every table, and every column of bytes", () => {
    const unnamed = [...tables.keys()].filter((table) => !(table in dataInventory));
    assert.deepEqual(unnamed, []);
    const bytes = [...tables].flatMap(([table, columns]) =>
      columns.flatMap(({ name, isBytes }) => (isBytes ? [`${table}.${name}`] : [])),
    );
    assert.ok(bytes.length > 30);
    assert.deepEqual(
      bytes.filter((name) => !stored.includes(name)),
      [],
    );
  });

  test("names all that data.md names", () => {
    const named = namesIn(read("docs/security/data.md"));
    assert.deepEqual(
      named.filter((name) => !stored.includes(name)),
      [],
    );
  });

  for (const form of hiddenForms) {
    const title = titles[form];
    test(`data.md lists the same under ${title}`, () => {
      const [, section = ""] = /^## Forms\n(.*?)^## /ms.exec(read("docs/security/data.md")) ?? [];
      const entry = section.split(/^- /m).find((text) => text.startsWith(`**${title}**`)) ?? "";
      assert.deepEqual(namesIn(entry).sort(), listStoredAs(form).sort());
    });
  }
});

/** What a document quotes as `table.column`. */
function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name = ""]) => name);
  // `secrets.env` looks the same.
  return quoted.filter((name) => !/\.(?:env|json)$/.test(name));
}

function tableOf(name: string): string {
  return name.slice(0, name.indexOf("."));
}

function isUnknownColumn(tables: Map<string, Column[]>): (name: string) => boolean {
  const columns = [...tables].flatMap(([table, named]) =>
    named.map(({ name }) => `${table}.${name}`),
  );
  return (name) => !notTables.includes(tableOf(name)) && !columns.includes(name);
}
