import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hint, Notification } from "#lib/gateways/gateway.ts";

type NotificationSubject = {
  /** Delivers a body with the signature that its provider would give it. */
  receive(body: string): Promise<Notification>;
  /** One of each kind that is followed, with all that is read of it, and what it is a hint at. */
  events: [event: object, hint: Hint][];
  /** Headers that look as if the provider had signed, and headers that do not. */
  looksSigned(headers: Headers): boolean;
  plausible(): Record<string, string>[];
  implausible(): Record<string, string>[];
};

/** What may stand in the place of anything: providers add currencies, states, and kinds of events. */
const STRANGE = [undefined, null, "usdc", -0.5, {}, "\u0000", "\ud800", "../..", "x".repeat(300)];

/** The tests that every reader of notifications passes. */
export function notificationContract(
  name: string,
  { receive, events, looksSigned, plausible, implausible }: NotificationSubject,
): void {
  test(`${name}: an event says which payment it is about, and nothing else`, async () => {
    for (const [event, hint] of events) {
      const received = await receive(JSON.stringify(event));
      assert.ok(received.kind === "verified", JSON.stringify(event));
      assert.deepEqual(received.hint, hint);
    }
  });

  test(`${name}: whatever is signed is answered, however strange it is`, async () => {
    for (const [event] of events) {
      for (const path of pathsOf(event)) {
        for (const value of STRANGE) {
          const strange = JSON.stringify(replaceAt(event, path, value));
          const received = await receive(strange).catch((cause: unknown) => {
            throw new Error(strange, { cause });
          });
          assert.ok(received.kind === "refused" || isSafe(received), strange);
        }
      }
    }
  });

  test(`${name}: what is signed and no event is refused`, async () => {
    for (const body of ["", "{", "null", "7", "[]", "{}", '"event"']) {
      assert.equal((await receive(body)).kind, "refused", body);
    }
  });

  test(`${name}: a look at the headers tells what cannot be signed`, () => {
    for (const headers of plausible())
      assert.ok(looksSigned(new Headers(headers)), JSON.stringify(headers));
    for (const headers of [{}, ...implausible()]) {
      assert.ok(!looksSigned(new Headers(headers)), JSON.stringify(headers));
    }
  });
}

/** Ids go into queries and into paths. */
function isSafe({ eventId, hint }: Extract<Notification, { kind: "verified" }>): boolean {
  const ids = [hint?.providerReference, hint?.paymentId, hint?.disputeId];
  const areIds = ids.every((id) => id === undefined || /^[\w-]{1,255}$/.test(id));
  return areIds && /^[\x21-\x7e]{1,255}$/.test(eventId);
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
