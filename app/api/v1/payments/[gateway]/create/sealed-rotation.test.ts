import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import {
  grant,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { prepareSealed, type SealedAtTestTill } from "#lib/testing/seal-at-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const purposes = ["CARD_PEPPERS", "COLUMN_KEYS", "ESCROW_KEYS"] as const;
type Keys = Record<(typeof purposes)[number], string>;

const randomKey = () => randomBytes(32).toString("base64");
const drawKeys = async (): Promise<Keys> => ({
  CARD_PEPPERS: randomKey(),
  COLUMN_KEYS: randomKey(),
  ESCROW_KEYS: await generateEscrowKey(),
});

const SESSION_SECRET = randomBytes(32).toString("base64url");
const keys = setUp(async () => ({ 1: await drawKeys(), 2: await drawKeys() }));

/** The current one of each purpose first. */
type Versions = Record<(typeof purposes)[number], (1 | 2)[]>;

function variables(versions: Versions) {
  const texts = purposes.map((purpose) => {
    const list = versions[purpose].map((version) => `${version}:${keys[version][purpose]}`);
    return [purpose, list.join(",")] as const;
  });
  return { SESSION_SECRET, ...Object.fromEntries(texts) };
}

// Each purpose is rotated in its turn, and stays so: what was stored needs both versions from then on.
let versions: Versions = { CARD_PEPPERS: [1], COLUMN_KEYS: [1], ESCROW_KEYS: [1] };

const service = setUpTestService(() => variables(versions));
const api = setUpApi(service);

const create = ({ body }: SealedAtTestTill) => api.post("/payments/gateway_one/create", { body });

async function assertOpens(holder: TestCardholder, paymentId: string): Promise<void> {
  const body = { paymentId, tokenId: await grant(api, holder) };
  const sealed = await api.call("POST /api/v1/payments/envelope", { body });
  const privateKey = await importPrivateKey(holder.privateKey);
  const opened = await openReceipt({ sealed, paymentId, privateKey });
  assert.equal(opened.merchantName, "Corner Bakery");
}

for (const purpose of purposes) {
  test(`${purpose} rotated between prepare and create`, async () => {
    const holder = await registerCardholder(api);
    const recipientHashedPan = randomHashedPan();
    const toHolder = await prepareSealed(api, {
      recipient: { recipientHashedPan: holder.hashedPan },
    });
    const toNobody = await prepareSealed(api, { recipient: { recipientHashedPan } });

    versions = { ...versions, [purpose]: [2, 1] };
    await service.restart(variables(versions));
    const delivered = await create(toHolder);
    assert.equal(delivered.status, 201, JSON.stringify(delivered.body));
    await assertOpens(holder, toHolder.reservation.paymentId);
    const waiting = await create(toNobody);
    assert.equal(waiting.status, 201, JSON.stringify(waiting.body));
    assert.equal(
      (await create(toNobody)).body.data.veroMetadata.claimCode,
      waiting.body.data.veroMetadata.claimCode,
    );
    const late = await registerCardholder(api, recipientHashedPan);
    await assertOpens(late, toNobody.reservation.paymentId);
  });
}

test("the escrow key that a receipt was sealed to is gone: 400, and a new reservation works", async () => {
  await service.restart(variables({ ...versions, ESCROW_KEYS: [1, 2] }));
  const recipient = { recipientHashedPan: randomHashedPan() };
  const sealed = await prepareSealed(api, { recipient });
  await service.restart(variables({ ...versions, ESCROW_KEYS: [2] }));
  assertError(await create(sealed), {
    status: 400,
    code: "invalid_request",
    details: /^reservation: is for a key that has been retired; call prepare for a new one, and /,
  });
  assert.equal((await create(await prepareSealed(api, { recipient }))).status, 201);
});
