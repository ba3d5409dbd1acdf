import assert from "node:assert/strict";
import { test } from "node:test";
import type { Notification } from "#lib/gateways/gateway.ts";

type NotificationSubject = {
  /** Delivers a body with the signature that its provider would give it. */
  receive(body: string): Promise<Notification>;
  /** One of each kind that is followed, with all that is read of it. */
  events(): Promise<object[]> | object[];
};

/** What may stand in the place of anything: providers add currencies, states, and kinds of events. */
const STRANGE = [undefined, null, "usdc", -0.5, {}];

/** The tests that every reader of notifications passes. */
export function notificationContract(name: string, { receive, events }: NotificationSubject): void {
  test(`${name}: whatever is signed is answered, however strange it is`, async () => {
    for (const event of await events()) {
      const first = await receive(JSON.stringify(event));
      assert.ok(first.kind === "verified" && first.payment, JSON.stringify(event));
      for (const path of pathsOf(event)) {
        for (const value of STRANGE) {
          const strange = JSON.stringify(replaceAt(event, path, value));
          const { kind } = await receive(strange).catch((cause: unknown) => {
            throw new Error(strange, { cause });
          });
          assert.ok(["verified", "unclear", "refused"].includes(kind), strange);
        }
      }
    }
  });

  test(`${name}: what is signed and no event is refused`, async () => {
    for (const body of ["", "{", "null", "7", "[]", "{}", '"event"']) {
      assert.equal((await receive(body)).kind, "refused", body);
    }
  });
}

/** The way to each part of a value, and to all of it. */
function pathsOf(value: unknown): string[][] {
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [[], ...parts.flatMap(([name, part]) => pathsOf(part).map((path) => [name, ...path]))];
}

function replaceAt(value: unknown, [name, ...rest]: string[], replacement: unknown): unknown {
  if (name === undefined) return replacement ?? null;
  const part = (value as Record<string, unknown>)[name];
  const changed = rest.length > 0 ? replaceAt(part, rest, replacement) : replacement;
  return { ...(value as object), [name]: changed };
}
