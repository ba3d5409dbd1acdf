import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import { writeData } from "./write-data.ts";

const schema = z.object({
  text: z.string(),
  amount: z.int(),
  rate: z.number().nullable(),
  at: timestamp,
  endedAt: timestamp.nullable(),
  kind: z.enum(["sale", "refund"]),
  items: z.array(z.object({ isNew: z.boolean(), name: z.string() })),
  part: z.object({ id: z.string() }).nullable(),
  note: z.string().optional(),
});

const resource = {
  text: 'é "quoted"\n\u2028',
  amount: 1250,
  rate: 1.5,
  at: new Date("2026-11-22T08:30:00.120Z"),
  endedAt: new Date("2026-11-22T08:30:00Z"),
  kind: "sale",
  items: [{ isNew: true, name: "Coffee" }],
  part: { id: "one" },
  note: "hot",
};

describe("what is written is what the schema encodes", () => {
  const alike = [
    ["everything", resource],
    ["what may be null or missing", { ...resource, rate: null, endedAt: null, part: null }],
    ["a field that may be missing", { ...resource, note: undefined }],
    ["no items", { ...resource, items: [] }],
    [
      "fields that the schema does not name",
      { ...resource, secret: 1, part: { id: "", secret: 1 } },
    ],
  ] as const;
  for (const [name, data] of alike) {
    test(name, () => {
      const written = writeData(schema, data);
      const encoded = z.encode(schema, data as z.output<typeof schema>);
      assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(encoded)));
      assert.ok(!written.includes("secret"));
    });
  }
});

describe("what is of another type is not written", () => {
  const misfits: [string, object][] = [
    ["a fraction for an integer", { amount: 12.5 }],
    ["text for a number", { amount: "1250" }],
    ["no number", { rate: Number.NaN }],
    ["a number for text", { text: 12 }],
    ["no date", { at: new Date(Number.NaN) }],
    ["a number for a flag", { items: [{ isNew: 1, name: "Coffee" }] }],
    ["a missing field", { text: undefined }],
    ["a missing field of a part", { part: {} }],
    ["text for a list", { items: "none" }],
  ];
  for (const [name, fields] of misfits) {
    test(name, () => {
      assert.throws(() => writeData(schema, { ...resource, ...fields }));
    });
  }

  test("and null is never a zero", () => {
    assert.match(writeData(schema, { ...resource, amount: null }), /"amount":null/);
  });
});
