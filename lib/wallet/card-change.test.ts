import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { applyChange, type CardChange } from "./card-change.ts";
import type { StoredCard, StoredKey } from "./device-store.ts";

type State = StoredKey["state"];

function keyOf(keyId: string, state: State, minute = 0): StoredKey {
  return {
    keyId,
    publicKey: keyId,
    version: 1,
    state,
    createdAt: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
    iv: new Uint8Array(12),
    wrapped: new Uint8Array(8),
  };
}

function cardWith(...keys: StoredKey[]): StoredCard {
  return {
    cardId: "card",
    environment: "development",
    last4: "4242",
    brand: null,
    userId: "usr_1",
    createdAt: "2026-11-20T09:00:00.000Z",
    keys,
  };
}

const old = keyOf("old", "current", 1);
const next = keyOf("next", "pending", 2);

describe("a change of a card leaves the keys that it does not name", () => {
  const cases: [name: string, change: CardChange, expected: [string, State][]][] = [
    [
      "a name",
      { name: "Groceries" },
      [
        ["old", "current"],
        ["next", "pending"],
      ],
    ],
    [
      "a key that is there, in another state",
      { added: { vaultId: "vault", keys: [keyOf("next", "retired")] } },
      [
        ["old", "current"],
        ["next", "pending"],
      ],
    ],
    [
      "a key between the two",
      { added: { vaultId: "vault", keys: [keyOf("restored", "retired", 1.5)] } },
      [
        ["old", "current"],
        ["restored", "retired"],
        ["next", "pending"],
      ],
    ],
    [
      "the pending key in use",
      { settledKey: { keyId: "next", state: "current" } },
      [
        ["old", "retired"],
        ["next", "current"],
      ],
    ],
    [
      "the pending key refused",
      { settledKey: { keyId: "next", state: "retired" } },
      [
        ["old", "current"],
        ["next", "retired"],
      ],
    ],
    [
      "a key dropped that is in use",
      { droppedKeyId: "old" },
      [
        ["old", "current"],
        ["next", "pending"],
      ],
    ],
    [
      "a key dropped that is not there",
      { droppedKeyId: "gone" },
      [
        ["old", "current"],
        ["next", "pending"],
      ],
    ],
  ];
  for (const [name, change, expected] of cases) {
    test(name, () => {
      const { keys } = applyChange(cardWith(old, next), change);
      assert.deepEqual(
        keys.map(({ keyId, state }) => [keyId, state]),
        expected,
      );
    });
  }
});

test("a retired key is dropped", () => {
  const card = cardWith(keyOf("old", "retired"), keyOf("next", "current", 1));
  assert.deepEqual(applyChange(card, { droppedKeyId: "old" }).keys, [card.keys[1]]);
});

test("a late answer to a key that was replaced since changes nothing", () => {
  const card = cardWith(
    keyOf("old", "retired"),
    keyOf("next", "retired", 1),
    keyOf("last", "current", 2),
  );
  const late = { settledKey: { keyId: "next", state: "current" } } as const;
  assert.deepEqual(applyChange(card, late), card);
});

test("a second pending key stays pending until the service has answered for it", () => {
  const card = cardWith(old, next, keyOf("restored", "pending", 3));
  const { keys } = applyChange(card, { settledKey: { keyId: "next", state: "current" } });
  assert.deepEqual(
    keys.map(({ state }) => state),
    ["retired", "current", "pending"],
  );
});

describe("when a key was replaced", () => {
  const settledKey = { keyId: "next", state: "current" } as const;

  test("is recorded when the service takes another one", () => {
    const before = Date.now();
    const { keys } = applyChange(cardWith(old, next), { settledKey });
    const [replaced, current] = keys;
    assert.equal(current?.replacedAt, undefined);
    const replacedAt = Date.parse(replaced?.replacedAt ?? "");
    assert.ok(replacedAt >= before && replacedAt <= Date.now());
  });

  test("and its public half stay known after the key was deleted", () => {
    const rotated = applyChange(cardWith(old, next), { settledKey });
    const { keys, droppedKeys } = applyChange(rotated, { droppedKeyId: "old" });
    assert.deepEqual(
      keys.map(({ keyId }) => keyId),
      ["next"],
    );
    const { publicKey, createdAt } = old;
    const [replaced] = rotated.keys;
    const { replacedAt } = { ...replaced };
    assert.deepEqual(droppedKeys, [{ publicKey, createdAt, state: "retired", replacedAt }]);
  });
});
