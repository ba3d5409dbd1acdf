import assert from "node:assert/strict";
import { test } from "node:test";
import { findUnsaved } from "./backup-record.ts";

const before = "2026-11-01T10:00:00.000Z";
const between = "2026-11-02T10:00:00.000Z";
const after = "2026-11-03T10:00:00.000Z";

const card = { userId: "user_1", keys: [{ createdAt: between }] } as never;

function withKeys(...times: string[]) {
  return { ...(card as object), keys: times.map((createdAt) => ({ createdAt })) } as never;
}

const cases: [
  name: string,
  card: never,
  record: Parameters<typeof findUnsaved>[1],
  found: number,
][] = [
  ["the first card", card, {}, 1],
  ["a card that is in the backup", card, { savedAt: after }, 0],
  ["a card that was added after the backup", card, { savedAt: before }, 1],
  ["a new key of a card that is in the backup", withKeys(before, after), { savedAt: between }, 1],
  ["a reminder that was put off", card, { dismissedAt: after }, 0],
  ["a card added after that", card, { savedAt: before, dismissedAt: before }, 1],
  ["a restored card", { ...(card as object), restoredAt: after } as never, {}, 0],
  ["a card of a visit", { ...(card as object), session: "visit" } as never, {}, 0],
  ["a card that is not registered", { ...(card as object), userId: null } as never, {}, 0],
];

for (const [name, given, record, found] of cases) {
  test(`${name}: ${found === 0 ? "nothing would be lost" : "it would be lost"}`, () => {
    assert.equal(findUnsaved([given], record).length, found);
  });
}
