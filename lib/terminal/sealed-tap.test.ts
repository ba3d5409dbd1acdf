import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { ApiError } from "#lib/client/api-error.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import {
  answerTill,
  cut,
  failure,
  silent as neverAnswered,
  type TillAnswer,
  taken,
} from "#lib/testing/answer-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTillOrder } from "#lib/testing/till-order.ts";
import { beginSealedTap } from "./sealed-tap.ts";

const keys = setUp(() => generateKeyPair());

let count = 0;
/** A reservation unlike any other. */
const prepared: TillAnswer = () => {
  count += 1;
  const reservation = {
    reservation: `rsv_${count}`,
    paymentId: `pay_${count}`,
    publicKey: keys.publicKey,
    keyId: "key_1",
    keyKind: "cardholder",
    expiresAt: new Date().toISOString(),
  };
  return Response.json({ success: true, data: { reservations: [reservation] } });
};
/** Nothing comes back until the till gives up, at once. */
const silent: TillAnswer = (init) => {
  queueMicrotask(() => mock.timers.tick(PATIENCE_MS));
  return neverAnswered(init);
};
const over = failure(400, "invalid_request", { details: "reservation: has expired; call prepare" });
const unauthorized = failure(401, "unauthorized");

const fetchOfNode = globalThis.fetch;
beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => {
  globalThis.fetch = fetchOfNode;
  mock.timers.reset();
});

const PATIENCE_MS = 50;

function setUpTap() {
  const seen = { sealed: [] as string[], notBegun: 0, waits: [] as number[] };
  const take = beginSealedTap(createTillOrder(), PATIENCE_MS);
  const watch = {
    onAttempt: () => undefined,
    onWait: (wait: number) => {
      seen.waits.push(wait);
      // Once the till waits, the time is over.
      queueMicrotask(() => mock.timers.tick(wait));
    },
    onSealed: ({ body }: { body: { reservation: string } }) => seen.sealed.push(body.reservation),
    onNotBegun: () => {
      seen.notBegun += 1;
    },
  };
  return { seen, take: () => take(watch) };
}

const pathsOf = (asked: { path: string }[]) => asked.map(({ path }) => path.split("/").at(-1));

test("is sealed once: every request for the payment has the same bytes", async () => {
  const { seen, take } = setUpTap();
  const asked = answerTill(prepared, cut, silent, failure(503, "service_unavailable"), taken);
  assert.equal((await take()).state, "undecided");
  assert.equal((await take()).state, "paid");
  assert.deepEqual(pathsOf(asked), ["prepare", "create", "create", "create", "create"]);
  assert.equal(new Set(asked.slice(1).map(({ body }) => body)).size, 1);
  assert.equal(seen.sealed.length, 1);
  assert.equal(seen.notBegun, 0);
});

for (const [what, answers, waits] of [
  ["no network", [cut, cut, cut], [1000, 2000]],
  ["a service that stays silent", [silent, silent, silent], [1000, 2000]],
  ["503", Array<TillAnswer>(3).fill(failure(503, "service_unavailable")), [1000, 2000]],
  ["400", [failure(400, "invalid_request")], []],
  ["403", [failure(403, "forbidden")], []],
] as const) {
  test(`nothing is begun without a key, and the next try seals: ${what}`, async () => {
    const { seen, take } = setUpTap();
    const asked = answerTill(...answers, prepared, taken);
    const answer = await take();
    assert.ok(answer.state === "not_begun" && answer.error instanceof ApiError);
    assert.deepEqual(seen, { sealed: [], notBegun: 1, waits: [...waits] });
    assert.ok(pathsOf(asked).every((path) => path === "prepare"));
    assert.equal((await take()).state, "paid");
  });
}

test("a busy service is asked again when it says so", async () => {
  const { seen, take } = setUpTap();
  answerTill(
    failure(429, "rate_limit_exceeded", { headers: { "Retry-After": "2" } }),
    prepared,
    taken,
  );
  assert.equal((await take()).state, "paid");
  assert.deepEqual(seen.waits, [2000]);
});

test("a session that has ended has begun nothing, unless the payment was sent", async () => {
  const before = setUpTap();
  answerTill(unauthorized);
  await assert.rejects(before.take(), ApiError);
  assert.equal(before.seen.notBegun, 1);

  const after = setUpTap();
  answerTill(prepared, unauthorized);
  await assert.rejects(after.take(), ApiError);
  assert.equal(after.seen.notBegun, 0);
});

test("a reservation that is over is replaced, once", async () => {
  const { seen, take } = setUpTap();
  const asked = answerTill(prepared, over, prepared, over);
  assert.equal((await take()).state, "refused");
  assert.deepEqual(pathsOf(asked), ["prepare", "create", "prepare", "create"]);
  assert.notEqual(seen.sealed[0], seen.sealed[1]);
});

test("is not replaced while a payment may exist under it, and is once none can", async () => {
  const { take } = setUpTap();
  const asked = answerTill(prepared, cut, over, over, prepared, taken);
  assert.equal((await take()).state, "undecided");
  assert.deepEqual(pathsOf(asked), ["prepare", "create", "create"]);
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: Date.now() + 200_000 });
  assert.equal((await take()).state, "paid");
  assert.deepEqual(pathsOf(asked).slice(3), ["create", "prepare", "create"]);
});

test("a key that cannot be used begins nothing", async () => {
  const { seen, take } = setUpTap();
  const reservation = { reservation: "rsv_x", paymentId: "pay_x", publicKey: "none", keyId: "key" };
  answerTill(() => Response.json({ success: true, data: { reservations: [reservation] } }));
  const answer = await take();
  assert.ok(answer.state === "not_begun" && !(answer.error instanceof ApiError));
  assert.equal(seen.notBegun, 1);
});
