import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Answer,
  type ApiClient,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { holdEscrow } from "#lib/testing/hold-escrow.ts";
import { reserveKeys, type SealedAtTestTill, sealFor } from "#lib/testing/seal-at-till.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const CREATES = 40;
/** One merchant alone may have half of the places, and of the queue. */
const [AT_ONCE, IN_QUEUE] = [4, 32];
const REFUSED = CREATES - AT_ONCE - IN_QUEUE;

const service = setUpTestService();
const merchant = setUpApi(service);
const other = setUpApi(service);

/** Receipts that were sealed for the escrow to a card that is registered by now. */
async function sealForEscrow(api: ApiClient, count: number): Promise<SealedAtTestTill[]> {
  const recipient = { recipientHashedPan: randomHashedPan() };
  const reservations = await reserveKeys(api, recipient, { count });
  const sealed = await Promise.all(reservations.map((one) => sealFor(one, { recipient })));
  await registerCardholder(api, recipient.recipientHashedPan);
  return sealed;
}

const create = (api: ApiClient, { body }: SealedAtTestTill) =>
  api.post("/payments/gateway_one/create", { body });

test("creates of one merchant that wait for the escrow keys hold up neither another's nor a registration", async () => {
  const sealed = await sealForEscrow(merchant, CREATES);
  const [others = assert.fail()] = await sealForEscrow(other, 1);
  const waiting = randomHashedPan();
  await createSealedPayment(other, { hashedPan: waiting });

  const refused: Answer[] = [];
  const creates: Promise<Answer>[] = [];
  const first = await (async () => {
    using escrow = holdEscrow();
    for (const one of sealed) {
      const creating = create(merchant, one);
      creating.then((answer) => answer.status !== 201 && refused.push(answer));
      creates.push(creating);
    }
    await until(async () => refused.length === REFUSED);
    assert.equal(escrow.waiting.length, AT_ONCE);

    const creating = create(other, others);
    await until(async () => escrow.waiting.length === AT_ONCE + 1);
    escrow.waiting.pop()?.answer();
    assert.equal((await creating).status, 201);

    const registering = registerCardholder(other, waiting);
    await until(async () => escrow.waiting.length === AT_ONCE + 1);
    escrow.waiting.pop()?.answer();
    await registering;
    assert.equal(escrow.waiting.length, AT_ONCE);
    return refused[0] ?? assert.fail();
  })();
  assertError(first, { status: 429, code: "rate_limit_exceeded", details: /^retry in 1 second$/ });
  assert.equal(first.headers.get("retry-after"), "1");

  const statuses = (await Promise.all(creates)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 201).length, AT_ONCE + IN_QUEUE);
  const again = await Promise.all(
    sealed.filter((_, at) => statuses[at] !== 201).map((one) => create(merchant, one)),
  );
  assert.deepEqual(
    again.map(({ status }) => status),
    Array.from({ length: REFUSED }, () => 201),
  );
});
