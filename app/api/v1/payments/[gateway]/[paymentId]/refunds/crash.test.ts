import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { StandIn, StandInRequest } from "#lib/gateways/testing/stand-in.ts";
import { paymentBody } from "#lib/testing/api-client.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { killWaiting } from "#lib/testing/crash/kill-points.ts";
import { type CrashStage, startCrashStage } from "#lib/testing/crash/stage.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import { until } from "#lib/testing/until.ts";

let stage: CrashStage;
before(async () => {
  stage = await startCrashStage();
});
after(() => stage[Symbol.asyncDispose]());

const AMOUNT = 1250;
const cards = {
  gateway_one: { paymentMethod: "pm_card_visa" },
  gateway_two: { cardNonce: "cnon:card-nonce-ok" },
};

/** Pays, again where the first call after a start takes too long. */
async function pay(gateway: GatewayName, fields: object = cards[gateway]): Promise<string> {
  const [{ hashedPan: recipientHashedPan } = assert.fail()] = stage.cardholders;
  const body = paymentBody({ amount: AMOUNT, recipientHashedPan, ...fields });
  for (;;) {
    const answer = await stage.api.post(`/payments/${gateway}/create`, { body });
    if (answer.status !== 503) return answer.body.data.paymentId;
  }
}

/** Sends without waiting for an answer, which the kill takes away. */
function send(path: string, body?: object): void {
  stage.api.post(path, { body }).catch(() => undefined);
}

const isRefund = ({ method, path }: StandInRequest) =>
  method === "POST" && path.endsWith("/refunds");

const refund = {
  name: "refund",
  path: "/refunds",
  amount: 400,
  receiptStatus: "sealed",
  body: (fields: object): object | undefined => ({
    ...fields,
    ...{ receiptId: "credit", transactionId: "return", amount: refund.amount },
    ...{ transactionDate: "2026-11-22T10:00:00Z", merchantName: "Corner Bakery" },
  }),
};
const cancellation: typeof refund = {
  name: "cancellation",
  path: "/cancel",
  amount: AMOUNT,
  receiptStatus: "void",
  body: () => undefined,
};

type Moment = { provider: StandIn; paymentId: string; ask: () => void };

/** The steps of a refund, and how the server is killed just there; it is dead when they return. */
const steps: Record<string, (moment: Moment) => Promise<void>> = {
  async "after the intent"({ paymentId, ask }) {
    // A new process has to read the connection to the provider before it can call it.
    await stage.server.kill();
    await stage.server.start();
    await stage.database.query("BEGIN");
    await stage.database.query("LOCK TABLE gateway_connection");
    ask();
    await until(async () => (await readRefunds(paymentId)).length > 0);
    await until(async () => (await countWaiting(stage.database)) > 0);
    await killWaiting(stage.server, stage.database);
  },
  async "before the provider makes it"({ provider, ask }) {
    const reached = provider.hold(isRefund);
    ask();
    await reached;
    await stage.server.kill();
  },
  async "before its answer"({ provider, ask }) {
    const reached = provider.hold(isRefund);
    ask();
    (await reached).carryOut();
    await stage.server.kill();
  },
  async "while the result is written"({ provider, paymentId, ask }) {
    const reached = provider.hold(isRefund);
    ask();
    const held = await reached;
    await stage.database.query("BEGIN");
    await stage.database.query("SELECT FROM payment WHERE id = $1 FOR UPDATE", [paymentId]);
    held.answer();
    await until(async () => (await countWaiting(stage.database)) > 0);
    await killWaiting(stage.server, stage.database);
  },
};

const gateways = ["gateway_one", "gateway_two"] as const;

/**
 * A refund with a credit note, or one that a cancellation begins: each step is met at both gateways, in the
 * short form at one of them.
 */
const turns = Object.entries(steps).flatMap(([name, kill], turn) =>
  gateways
    .map((gateway, place) => {
      const isCancel = (turn + place) % 2 === 1;
      return { name, kill, gateway, what: isCancel ? cancellation : refund };
    })
    .filter((_, place) => runsLong || place === Math.floor(turn / 2)),
);

for (const { name, kill, gateway, what } of turns) {
  test(`a ${what.name} at ${gateway} that was killed ${name} is made once`, async () => {
    const paymentId = await pay(gateway);
    const path = `/payments/${gateway}/${paymentId}${what.path}`;
    const body = what.body({ refundReference: `return-${name}-${gateway}` });
    const provider = stage.providers[gateway];
    await kill({ provider, paymentId, ask: () => send(path, body) });
    await passTime();
    await stage.server.start();
    await settle();
    const { amount } = what;
    assert.deepEqual(await readRefunds(paymentId), [
      { amount, status: "succeeded", receipt_status: what.receiptStatus },
    ]);
    assert.equal(stage.refundedAmount(gateway, paymentId), amount);

    const again = await stage.api.post(path, { body });
    assert.deepEqual([again.status, again.body.data.refundedAmount], [200, amount]);
    assert.equal(stage.refundedAmount(gateway, paymentId), amount);
  });
}

test("a payment that was being canceled when the server was killed is canceled by the job", async () => {
  const paymentId = await pay("gateway_one", {});
  const isCancel = ({ path }: StandInRequest) => path.endsWith("/cancel");
  const reached = stage.providers.gateway_one.hold(isCancel);
  send(`/payments/gateway_one/${paymentId}/cancel`);
  await reached;
  await stage.server.kill();
  await stage.server.start();
  const readStatus = async () => {
    const params = { gateway: "gateway_one", paymentId } as const;
    const call = "GET /api/v1/payments/{gateway}/{paymentId}";
    return (await stage.api.call(call, { params })).status;
  };
  await until(async () => (await readStatus()) === "canceled");
});

/** As if it was started again after a while: claims are over, and Square has approved its refunds. */
async function passTime(): Promise<void> {
  const { rows } = await stage.database.query("SELECT id FROM payment WHERE refund_of IS NOT NULL");
  for (const { id } of rows) stage.completeRefund(id);
  await stage.database.query(
    "UPDATE payment SET claimed_until = now() - interval '1 second' WHERE claimed_until > now()",
  );
}

/** Waits until the job has nothing left to do; Square approves refunds after a while. */
async function settle(): Promise<void> {
  await until(async () => {
    const { rows } = await stage.database.query(
      "SELECT payment_id AS id FROM pending_payment WHERE payment_id LIKE 'ref_%'",
    );
    for (const { id } of rows) stage.completeRefund(id);
    if (rows.length > 0) {
      await stage.database.query(
        "UPDATE pending_payment SET next_check_at = now() - interval '1 second' - interval '1 second' WHERE next_check_at IS NOT NULL",
      );
    }
    return rows.length === 0;
  });
}

async function readRefunds(paymentId: string) {
  const { rows } = await stage.database.query(
    "SELECT amount::int, status, receipt_status FROM payment WHERE refund_of = $1",
    [paymentId],
  );
  return rows;
}
