import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { describe, test } from "node:test";
import fc from "fast-check";
import { openMacKeys } from "./mac-keys.ts";
import { readScript, type Source, writeScript } from "./script.ts";

const { keys } = openMacKeys(`1:${Buffer.alloc(32, "0123456789abcdef").toString("base64")}`);

/** Rows as COPY writes them: what looks like an end has its backslash doubled. */
const rowsOf = (values: readonly string[]) => values.map((value) => `${value}\n`).join("");

function sourceOf(tables: Record<string, string>): Source {
  const names = Object.keys(tables);
  return {
    manifest: {
      createdAt: "2026-11-23T08:00:00.000Z",
      keyVersion: 1,
      migrations: ["20261120100000_init"],
      tables: names.map((name) => ({ name, columns: ["id", "order"] })),
    },
    async *copy({ name }) {
      yield Buffer.from(tables[name] ?? "");
    },
    summarize: async () => ({
      rows: Object.fromEntries(names.map((name) => [name, countRows(tables[name] ?? "")])),
      sequences: { payment_event_sequence_seq: "7" },
    }),
  };
}

const countRows = (text: string) => text.split("\n").length - 1;

async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function read(bytes: Buffer, pieceLength = 64) {
  const tables: Record<string, string> = {};
  const contents = await readScript(inPieces(bytes, pieceLength), keys, {
    begin: async () => undefined,
    async load({ name }, rows) {
      const text = (await buffer(rows)).toString();
      tables[name] = text;
      return countRows(text);
    },
  });
  return { tables, contents };
}

const write = (tables: Record<string, string>) => buffer(writeScript(sourceOf(tables), keys));

test("what is written is read, in pieces of any size", async () => {
  const value = fc.string().map((text) => text.replace(/[\n\\]/g, "\\\\"));
  const rows = fc.array(value).map(rowsOf);
  await fc.assert(
    fc.asyncProperty(
      fc.record({ organization: rows, member: rows, payment: rows }),
      fc.integer({ min: 1, max: 40 }),
      async (tables, pieceLength) => {
        const { tables: found, contents } = await read(await write(tables), pieceLength);
        assert.deepEqual(found, { ...tables });
        assert.deepEqual(contents.sequences, { payment_event_sequence_seq: "7" });
      },
    ),
    { numRuns: 100 },
  );
});

describe("is refused", () => {
  const tables = { organization: rowsOf(["org_1\t2"]), member: "", payment: rowsOf(["a", "b"]) };
  const error = { name: "BackupError", message: /damaged|not made by this service|no version/ };

  test("with any bit of it changed", async () => {
    const script = await write(tables);
    for (let at = 0; at < script.length; at += 1) {
      const changed = Buffer.from(script);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await assert.rejects(read(changed), error, `byte ${at}`);
    }
  });

  test("cut off anywhere", async () => {
    const script = await write(tables);
    for (let length = 0; length < script.length; length += 1) {
      await assert.rejects(read(script.subarray(0, length)), error, `${length} bytes`);
    }
  });

  test("with more behind its end", async () => {
    const script = Buffer.concat([await write(tables), Buffer.from("x")]);
    await assert.rejects(read(script), error);
  });

  test("from somebody without the service's keys", async () => {
    const other = openMacKeys(`1:${Buffer.alloc(32, "fedcba9876543210").toString("base64")}`);
    const script = await buffer(writeScript(sourceOf(tables), other.keys));
    await assert.rejects(read(script), error);
  });
});
