import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  acceptKey,
  addPending,
  applyChange,
  type CardChange,
  hasPending,
  isPending,
} from "./card-change.ts";
import type { StoredCard, StoredKey } from "./device-store.ts";

// Several tabs rotate, name, and clean up one card, in any order that transactions allow.

type Act = "rotate" | "name" | "drop_retired" | "restore" | "remove_and_restore";
type Step = { tab: number; act: Act };

const TABS = 3;

const steps = fc.array(
  fc.record({
    tab: fc.integer({ min: 0, max: TABS - 1 }),
    act: fc.constantFrom<Act>(
      ...(["rotate", "rotate", "rotate", "name", "drop_retired", "restore"] as const),
      "remove_and_restore",
    ),
  }),
  { maxLength: 60 },
);

const vaultId = "vault";
const first = keyOf("key_0", "current");

function keyOf(keyId: string, state: StoredKey["state"]): StoredKey {
  const createdAt = new Date(Date.UTC(2026, 10, 20) + Number(keyId.slice(4)) * 1000).toISOString();
  const bytes = new Uint8Array(12);
  return { keyId, publicKey: keyId, version: 1, state, createdAt, iv: bytes, wrapped: bytes };
}

/** The service: one key at a time, and none that was replaced comes back. */
function startService() {
  const accepted = [first.keyId];
  return {
    accepted,
    /** Whether the key is the current one from now on. */
    rotate(keyId: string): boolean {
      if (accepted.includes(keyId)) return accepted.at(-1) === keyId;
      accepted.push(keyId);
      return true;
    },
  };
}

type Race = {
  service: ReturnType<typeof startService>;
  change: (of: (card: StoredCard) => CardChange) => StoredCard;
};

/** As rotateCardKey offers it to the service, until the answer is no longer stale. */
function* offer(
  { service, change }: Race,
  key: StoredKey,
  read: StoredCard,
): Generator<undefined, void> {
  const { keyId } = key;
  const isAccepted = service.rotate(keyId);
  yield;
  if (!isAccepted) {
    const keys = [{ ...key, state: "retired" } as const];
    change(() => ({ added: { vaultId, keys }, settledKey: { keyId, state: "retired" } }));
    return;
  }
  const accepted = change((stored) => acceptKey(stored, { key, card: read, vaultId }));
  if (!hasPending(accepted, keyId)) return;
  yield;
  yield* offer({ service, change }, key, accepted);
}

function rotatedKeys({ keys }: StoredCard): string[] {
  return keys.map(({ keyId }) => keyId).filter((keyId) => keyId !== first.keyId);
}

function race(all: readonly Step[]) {
  const service = startService();
  const dropped = new Set<string>();
  const removed = new Set<string>();
  const device: { card: StoredCard } = {
    card: {
      cardId: "card",
      environment: "development",
      last4: "4242",
      brand: null,
      userId: "usr_1",
      createdAt: first.createdAt,
      keys: [first],
    },
  };
  /** One transaction of the device, as changeCard has it. */
  function change(of: (card: StoredCard) => CardChange): StoredCard {
    device.card = applyChange(device.card, of(device.card));
    return device.card;
  }

  let created = 0;
  const names: string[] = [];
  /** A rotation has four steps, between which other tabs have theirs. */
  function* rotate(): Generator<undefined, void> {
    const read = device.card;
    const left = read.keys.find(isPending);
    yield;
    created += 1;
    const made = keyOf(`key_${created}`, "pending");
    const card = left ? read : change((stored) => addPending(stored, { vaultId, keys: [made] }));
    const key = left ?? card.keys.find(isPending) ?? made;
    yield;
    yield* offer({ service, change }, key, read);
  }

  const rotations: (Generator<undefined, void> | undefined)[] = [];
  function continueRotation(tab: number): void {
    const rotation = rotations[tab] ?? rotate();
    rotations[tab] = rotation.next().done ? undefined : rotation;
  }

  for (const { tab, act } of all) {
    if (act === "rotate") continueRotation(tab);
    if (act === "name") {
      names.push(`name ${names.length}`);
      change(() => ({ name: names.at(-1) }));
    }
    // As importBackup has it for a card with a current key.
    const restored = { ...first, state: "retired" } as const;
    if (act === "restore") change(() => ({ added: { vaultId, keys: [restored] } }));
    if (act === "remove_and_restore") {
      // The backup is older than any rotation.
      for (const keyId of rotatedKeys(device.card)) removed.add(keyId);
      device.card = { ...device.card, keys: [first] };
    }
    const retired = device.card.keys.find((key) => key.state === "retired");
    if (act === "drop_retired" && retired) {
      dropped.add(retired.keyId);
      change(() => ({ droppedKeyId: retired.keyId }));
    }
  }
  for (const tab of rotations.keys()) while (rotations[tab]) continueRotation(tab);
  return { service, dropped, removed, card: device.card, names };
}

test("no order of tabs loses a key that the service has, or a name", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { service, dropped, removed, card, names } = race(all);
      const here = new Set(card.keys.map(({ keyId }) => keyId));
      for (const keyId of service.accepted) {
        assert.ok(here.has(keyId) || dropped.has(keyId) || removed.has(keyId), keyId);
      }
      assert.equal(here.size, card.keys.length);
      assert.equal(card.name, names.at(-1));
      const current = card.keys.filter(({ state }) => state === "current");
      assert.equal(current.length, 1);
      const sealedTo = service.accepted.at(-1);
      // Removed after it was settled, it is gone: no tab has it any longer.
      const isGone = sealedTo !== undefined && removed.has(sealedTo) && !here.has(sealedTo);
      if (!isGone) assert.equal(current[0]?.keyId, sealedTo);
      assert.ok(!card.keys.some(isPending));
    }),
    { numRuns: 2000 },
  );
});
