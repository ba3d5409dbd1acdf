import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importPrivateKey, importPublicKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { sealWithJose } from "#lib/crypto/suite/seal-with-jose.ts";
import { type SealedRow, toSealedReceipt } from "#lib/receipts/envelope.ts";
import { pool } from "#lib/storage/database.ts";
import {
  grant,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { prepareSealedRefund } from "#lib/testing/sealed-refund.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const PAY = "/payments/gateway_one/create";

const service = setUpTestService();
const victims = setUpApi(service);
/** Keys of a merchant and an issuer, and a copy of the database. */
const thief = setUpApi(service);

type Row = SealedRow & { status: string };

async function readRow(paymentId: string): Promise<Row> {
  const { rows } = await pool().query(
    `SELECT id, key_id AS "keyId", encrypted_key AS "encryptedKey", ephemeral_key AS "ephemeralKey",
            other_recipients AS "otherRecipients", protected_header AS "protectedHeader",
            iv, ciphertext, tag, receipt_status AS status
     FROM payment WHERE id = $1`,
    [paymentId],
  );
  return rows[0];
}

/** A waiting receipt of someone else. */
type Victim = { hashedPan: string; row: Row };

const victimKinds = {
  "the service sealed": (hashedPan: string) => createSealedPayment(victims, { hashedPan }),
  "a till sealed": async (hashedPan: string) => {
    const { body } = await prepareSealed(victims, { recipient: { recipientHashedPan: hashedPan } });
    return (await victims.call("POST /api/v1/payments/{gateway}/create", forOne(body))).paymentId;
  },
};

const forOne = <Body>(body: Body) => ({ params: { gateway: "gateway_one" as const }, body });

async function createVictim(kind: keyof typeof victimKinds): Promise<Victim> {
  const hashedPan = randomHashedPan();
  return { hashedPan, row: await readRow(await victimKinds[kind](hashedPan)) };
}

const text = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString("base64url");

/** The body with the content key of the victim, and with their ciphertext or that of the thief. */
function withStolenKey<Body extends { sealedReceipt: object }>(
  body: Body,
  { row }: Victim,
  ciphertext: "own" | "stolen" = "stolen",
): Body {
  const parts = { iv: text(row.iv), ciphertext: text(row.ciphertext), tag: text(row.tag) };
  const sealedReceipt = {
    ...body.sealedReceipt,
    encrypted_key: text(row.encryptedKey),
    ...(ciphertext === "stolen" && parts),
  };
  return { ...body, sealedReceipt };
}

const prepareFor = async (recipient: Record<string, string>) =>
  (await prepareSealed(thief, { recipient })).body;

/** Pays with what was stolen. */
async function plant(
  recipient: Record<string, string>,
  victim: Victim,
  ciphertext?: "own" | "stolen",
) {
  const body = withStolenKey(await prepareFor(recipient), victim, ciphertext);
  const { status, body: answer } = await thief.post(PAY, { body });
  assert.equal(status, 201, JSON.stringify(answer));
  const { paymentId, veroMetadata } = answer.data;
  return { paymentId: paymentId as string, claimCode: veroMetadata.claimCode as string };
}

/** The victim's receipt, with the content key that the thief was given; undefined if there is none. */
async function openStolen(
  paymentId: string,
  { keyId, privateKey }: Pick<TestCardholder, "keyId" | "privateKey">,
  { row }: Victim,
): Promise<object | undefined> {
  const { encryptedKey, ephemeralKey, otherRecipients } = await readRow(paymentId);
  const sealed = toSealedReceipt(
    { ...row, keyId, encryptedKey, ephemeralKey, otherRecipients },
    keyId,
  );
  if (!sealed) return undefined;
  const opener = await importPrivateKey(privateKey);
  return await openReceipt({ sealed, paymentId: row.id, privateKey: opener });
}

async function assertOpens(
  api: typeof victims,
  holder: TestCardholder,
  paymentId: string,
): Promise<void> {
  const tokenId = await grant(api, holder);
  const { privateKey } = holder;
  const opened = await api.post("/payments/decrypt", { body: { paymentId, tokenId, privateKey } });
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
}

async function assertKept(paymentId: string, holder: TestCardholder, victim: Victim) {
  assert.equal(await openStolen(paymentId, holder, victim), undefined);
  assert.equal((await readRow(paymentId)).status, "expired");
  const owner = await registerCardholder(victims, victim.hashedPan);
  await assertOpens(victims, owner, victim.row.id);
}

const refused = {
  status: 400,
  code: "invalid_request",
  details: /^sealedReceipt\.encrypted_key: /,
} as const;

for (const kind of ["the service sealed", "a till sealed"] as const) {
  describe(`a content key stolen from what ${kind} is wrapped for no thief`, () => {
    for (const ciphertext of ["own", "stolen"] as const) {
      test(`who registers the card, beside the ciphertext of the ${ciphertext} receipt`, async () => {
        const victim = await createVictim(kind);
        const hashedPan = randomHashedPan();
        const { paymentId } = await plant({ recipientHashedPan: hashedPan }, victim, ciphertext);
        const holder = await registerCardholder(thief, hashedPan);
        await assertKept(paymentId, holder, victim);
      });
    }

    test("who registers another identifier", async () => {
      const victim = await createVictim(kind);
      const hash = randomHashedPan();
      const { paymentId } = await plant({ recipientHashedEmail: hash }, victim);
      const holder = await registerCardholder(thief);
      assert.equal((await addIdentifier(thief, holder.userId, "email", hash)).status, 201);
      await assertKept(paymentId, holder, victim);
    });

    test("who claims it by its code", async () => {
      const victim = await createVictim(kind);
      const recipient = { recipientHashedPan: randomHashedPan() };
      const { paymentId, claimCode } = await plant(recipient, victim);
      const holder = await registerCardholder(thief);
      const claim = { body: { claimCode, userId: holder.userId } };
      assertError(await thief.post("/receipts/claim", claim), { status: 404, code: "not_found" });
      await assertKept(paymentId, holder, victim);
    });

    test("who registers the card between prepare and create", async () => {
      const victim = await createVictim(kind);
      const hashedPan = randomHashedPan();
      const body = withStolenKey(await prepareFor({ recipientHashedPan: hashedPan }), victim);
      await registerCardholder(thief, hashedPan);
      assertError(await thief.post(PAY, { body }), refused);
    });

    test("who refunds a sale, before and after the registration of its card", async () => {
      const victim = await createVictim(kind);
      const hashedPan = randomHashedPan();
      const sale = await createSealedPayment(thief, { hashedPan });
      const [before, after] = [
        await prepareSealedRefund(thief, sale, { amount: 100 }),
        await prepareSealedRefund(thief, sale, { amount: 200 }),
      ];
      const refund = (body: object) =>
        thief.post(`/payments/gateway_one/${sale}/refunds`, { body });
      assert.equal((await refund(withStolenKey(before.body, victim))).status, 201);
      const holder = await registerCardholder(thief, hashedPan);
      assertError(await refund(withStolenKey(after.body, victim)), refused);
      await assertKept(before.reservation.paymentId, holder, victim);
    });

    test("and a copy for the victim's own card expires alone", async () => {
      const victim = await createVictim(kind);
      const { hashedPan } = victim;
      const { paymentId } = await plant({ recipientHashedPan: hashedPan }, victim);
      const owner = await registerCardholder(victims, hashedPan);
      await assertOpens(victims, owner, victim.row.id);
      assert.equal((await readRow(paymentId)).status, "expired");
    });
  });
}

describe("an honest receipt of any length opens", () => {
  const receipts = {
    "2 bytes": {},
    "1 KiB": { note: "n".repeat(1024) },
    "180 KiB": { note: "n".repeat(180 * 1024) },
  };

  async function sealHonest(hashedPan: string, receipt: object) {
    const recipient = { recipientHashedPan: hashedPan };
    const { body, reservation } = await prepareSealed(victims, { recipient });
    const { paymentId, keyId, publicKey } = reservation;
    const { key } = await importPublicKey(publicKey);
    const sealed = { receipt, paymentId, recipient: { keyId, key } };
    return { paymentId, body: { ...body, sealedReceipt: await sealWithJose(sealed) } };
  }

  for (const [length, receipt] of Object.entries(receipts)) {
    test(`${length}: registered and created in either order`, async () => {
      const hashedPan = randomHashedPan();
      const [early, late] = [
        await sealHonest(hashedPan, receipt),
        await sealHonest(hashedPan, receipt),
      ];
      assert.equal((await victims.post(PAY, { body: early.body })).status, 201);
      const holder = await registerCardholder(victims, hashedPan);
      assert.equal((await victims.post(PAY, { body: late.body })).status, 201);
      for (const { paymentId } of [early, late]) {
        const { row, opener } = {
          row: await readRow(paymentId),
          opener: await importPrivateKey(holder.privateKey),
        };
        const sealed = toSealedReceipt(row, holder.keyId);
        assert.ok(sealed);
        assert.deepEqual(await openReceipt({ sealed, paymentId, privateKey: opener }), receipt);
      }
    });
  }

  test("as do more than are asked for at once", async () => {
    const hashedPan = randomHashedPan();
    const recipient = { recipientHashedPan: hashedPan };
    const paymentIds = await Promise.all(
      Array.from({ length: 70 }, async () => {
        const { body } = await prepareSealed(victims, { recipient });
        return (await victims.call("POST /api/v1/payments/{gateway}/create", forOne(body)))
          .paymentId;
      }),
    );
    const { keyId } = await registerCardholder(victims, hashedPan);
    for (const paymentId of paymentIds) {
      const { status, keyId: sealedTo } = await readRow(paymentId);
      assert.deepEqual([status, sealedTo], ["sealed", keyId]);
    }
  });
});
