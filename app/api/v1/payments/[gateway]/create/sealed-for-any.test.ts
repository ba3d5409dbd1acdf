import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { issueReservation } from "#lib/reservations/reservation.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  createApiClient,
  grant,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addPair, createPair, registerPair } from "#lib/testing/device-keys.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import { type Reservation, reserveKeys, sealFor } from "#lib/testing/seal-at-till.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { sealRefund } from "#lib/testing/sealed-refund.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const stranger = setUpApi(service);

type Gateway = "gateway_one" | "gateway_two";

async function reserveAny({ by = api, gateway = "gateway_one" as Gateway } = {}) {
  const [reservation] = await reserveKeys(by, { anyRecipient: true }, { gateway });
  return reservation ?? assert.fail();
}

const create = (body: object, { by = api, gateway = "gateway_one" as Gateway } = {}) =>
  by.post(`/payments/${gateway}/create`, { body });

async function pay(reservation: Reservation, recipient: Record<string, string>) {
  return await create((await sealFor(reservation, { recipient })).body);
}

function readCreated({ status, body }: Answer) {
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

async function assertOpens(holder: TestCardholder, paymentId: string): Promise<void> {
  const sealed = await api.call("POST /api/v1/payments/envelope", {
    body: { paymentId, tokenId: await grant(api, holder) },
  });
  const privateKey = await importPrivateKey(holder.privateKey);
  const opened = await openReceipt({ sealed, paymentId, privateKey });
  assert.equal(opened.merchantName, "Corner Bakery");
}

async function listReceipts({ userId }: TestCardholder) {
  const { receipts } = await api.call("GET /api/v1/receipts/{userId}", { params: { userId } });
  return receipts.map(({ paymentId, sealedAt, keyKind }) => [paymentId, sealedAt, keyKind]);
}

async function registeredFor(kind: "RSA-2048" | "P-256", hashedPan: string) {
  const holder = await registerPair(api, await createPair(kind), hashedPan);
  const devices = [await createPair("P-256"), await createPair("RSA-2048")];
  for (const device of devices) await addPair(api, holder, device);
  return [holder, ...devices.map((device) => ({ ...holder, ...device }))] as const;
}

for (const gateway of ["gateway_one", "gateway_two"] as const) {
  test(`201: nobody has the card: it waits, at ${gateway}`, async () => {
    const reservation = await reserveAny({ gateway });
    const recipient = { recipientHashedPan: randomHashedPan() };
    const { body } = await sealFor(reservation, { recipient });
    const { paymentId, veroMetadata } = readCreated(await create(body, { gateway }));
    const { receiptStatus, sealedAt } = veroMetadata;
    assert.deepEqual(
      [paymentId, receiptStatus, sealedAt],
      [reservation.paymentId, "escrowed", "till"],
    );

    const holder = await registerCardholder(api, recipient.recipientHashedPan);
    await assertOpens(holder, paymentId);
    assert.deepEqual(await listReceipts(holder), [[paymentId, "till", "escrow"]]);
  });
}

test("it waits under each identifier, and for the holder of its claim code", async () => {
  const [byPhone, byCode] = [await registerCardholder(api), await registerCardholder(api)];
  const recipientHashedPhone = randomHashedPan();
  const recipient = { recipientHashedPan: randomHashedPan(), recipientHashedPhone };
  const waiting = readCreated(await pay(await reserveAny(), recipient));
  await addIdentifier(api, byPhone.userId, "phone", recipientHashedPhone);
  await assertOpens(byPhone, waiting.paymentId);

  const answer = await pay(await reserveAny(), { recipientHashedPan: randomHashedPan() });
  const { paymentId, veroMetadata } = readCreated(answer);
  const { claimCode } = veroMetadata;
  const body = { claimCode, userId: byCode.userId };
  await api.call("POST /api/v1/receipts/claim", { body });
  await assertOpens(byCode, paymentId);
});

for (const when of ["before prepare", "since"] as const) {
  for (const kind of ["RSA-2048", "P-256"] as const) {
    test(`201: registered ${when}: wrapped for each device, the first ${kind}`, async () => {
      const recipientHashedPan = randomHashedPan();
      const earlier = when === "since" ? await reserveAny() : undefined;
      const devices = await registeredFor(kind, recipientHashedPan);
      const reservation = earlier ?? (await reserveAny());
      assert.deepEqual([reservation.keyKind, reservation.otherKeys], ["escrow", undefined]);

      const { paymentId, veroMetadata } = readCreated(
        await pay(reservation, { recipientHashedPan }),
      );
      const { keyId, receiptStatus, claimCode, sealedAt } = veroMetadata;
      assert.deepEqual(
        [keyId, receiptStatus, claimCode, sealedAt],
        [devices[0].keyId, "sealed", undefined, "till"],
      );
      for (const device of devices) await assertOpens(device, paymentId);
      assert.deepEqual(await listReceipts(devices[0]), [[paymentId, "till", "escrow"]]);
    });
  }
}

test("200: the same body again, whoever has registered the card in between", async () => {
  const recipient = { recipientHashedPan: randomHashedPan() };
  const { body } = await sealFor(await reserveAny(), { recipient });
  const { paymentId } = readCreated(await create(body));
  await registerCardholder(api, recipient.recipientHashedPan);
  const again = await create(body);
  assert.deepEqual([again.status, again.body.data.paymentId], [200, paymentId]);
});

test("409: a second payment, for the same recipient, another one, or a cardholder", async () => {
  const reservation = await reserveAny();
  const recipientHashedPan = randomHashedPan();
  readCreated(await pay(reservation, { recipientHashedPan }));
  const before = await countPayments();
  const { hashedPan } = await registerCardholder(api);
  for (const hash of [recipientHashedPan, randomHashedPan(), hashedPan]) {
    const answer = await pay(reservation, { recipientHashedPan: hash });
    assertError(answer, { status: 409, code: "conflict", details: /^reservation: / });
  }
  assert.equal(await countPayments(), before);
});

async function countPayments(): Promise<number> {
  const { rows } = await pool().query("SELECT count(*)::int AS count FROM payment");
  return rows[0].count;
}

const AGAIN = "call prepare for a new one, and seal the receipt again";
const FOREIGN =
  "reservation: is not for this organization, environment, gateway, and recipient, or the recipient has " +
  `changed since; ${AGAIN}`;

async function assertRefused(answer: Answer, details: string): Promise<void> {
  assertError(answer, { status: 400, code: "invalid_request" });
  assert.equal(answer.body.error.details, details);
}

const read = (text: string) =>
  JSON.parse(Buffer.from(text.slice(4).split(".")[0] ?? "", "base64url").toString());

/** As prepare would have, but for what cannot be had from it. */
function issueAny(reservation: Reservation, changes: object): Reservation {
  const text = issueReservation(
    { ...read(reservation.reservation), ...changes },
    {
      organizationId: api.organizationId,
      environment: "development",
      gateway: "gateway_one",
      recipient: { kind: "any" },
      cardholderId: null,
    },
  );
  return { ...reservation, reservation: text };
}

describe("400", () => {
  const recipient = () => ({ recipientHashedPan: randomHashedPan() });

  test("of another organization, environment, or gateway", async () => {
    const { organizationId } = api;
    const key = await createTestKey({ organizationId, environment: "staging" });
    const elsewhere = { ...api, ...createApiClient(service, key) };
    for (const reservation of [
      await reserveAny({ by: stranger }),
      await reserveAny({ by: elsewhere }),
      await reserveAny({ gateway: "gateway_two" }),
    ]) {
      await assertRefused(await pay(reservation, recipient()), FOREIGN);
    }
  });

  test("one for a recipient that is made out to any, and the other way round", async () => {
    const named = recipient();
    const [one = assert.fail()] = await reserveKeys(api, named);
    const any = await reserveAny();
    const respell = ({ reservation }: Reservation, changes: object) => {
      const content = JSON.stringify({ ...read(reservation), ...changes });
      return `rsv_${Buffer.from(content).toString("base64url")}.${reservation.split(".")[1]}`;
    };
    const forged = [
      { ...one, reservation: respell(one, { anyRecipient: true }) },
      { ...any, reservation: respell(any, { anyRecipient: undefined }) },
    ];
    for (const reservation of forged) {
      await assertRefused(await pay(reservation, named), FOREIGN);
      await assertRefused(await pay(reservation, recipient()), FOREIGN);
    }
    await assertRefused(await pay(one, recipient()), FOREIGN);
  });

  test("without a recipient", async () => {
    const { body } = await sealFor(await reserveAny(), { recipient: {} });
    const details =
      "recipientHashedPan: is required unless recipientHashedPar, recipientHashedPhone, recipientHashedEmail is there";
    await assertRefused(await create(body), details);
  });

  test("that has expired, or whose key is gone", async () => {
    const reservation = await reserveAny();
    const { hashedPan } = await registerCardholder(api);
    for (const to of [recipient(), { recipientHashedPan: hashedPan }]) {
      const expired = issueAny(reservation, { expiresAt: Date.now() - 1 });
      await assertRefused(await pay(expired, to), `reservation: has expired; ${AGAIN}`);
      const retired = issueAny(reservation, { escrowVersion: 77 });
      const gone = `reservation: is for a key that has been retired; ${AGAIN}`;
      await assertRefused(await pay(retired, to), gone);
    }
  });

  test("a content key that does not open, for a cardholder", async () => {
    const { hashedPan } = await registerCardholder(api);
    const to = { recipientHashedPan: hashedPan };
    const { body } = await sealFor(await reserveAny(), { recipient: to });
    const encrypted_key = Buffer.alloc(256, 7).toString("base64url");
    const broken = { ...body, sealedReceipt: { ...body.sealedReceipt, encrypted_key } };
    await assertRefused(
      await create(broken),
      "sealedReceipt.encrypted_key: must be the content key of this envelope, wrapped for the reserved key",
    );
    readCreated(await create(body));
  });

  test("for a refund", async () => {
    const paymentId = await createSealedPayment(api, await registerCardholder(api));
    const waiting = await createSealedPayment(api, { hashedPan: randomHashedPan() });
    for (const sale of [paymentId, waiting]) {
      const body = await sealRefund(await reserveAny(), sale, { amount: 1 });
      const answer = await api.post(`/payments/gateway_one/${sale}/refunds`, { body });
      await assertRefused(answer, `${FOREIGN}; paymentId: ${sale}`);
    }
  });
});
