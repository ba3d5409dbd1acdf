import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { clientSecretContext } from "#lib/payments/record-outcome.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { listKeys } from "./key-status.ts";
import { moveKeys } from "./move-keys.ts";

const ROWS = runsLong ? 100_000 : 300;
const BATCH = 10_000;
const TILLS = 4;

const fixed = {
  CARD_PEPPERS: `1:${randomBytes(32).toString("base64")}`,
  SESSION_SECRET: randomBytes(32).toString("base64url"),
};
const makeKeys = async () => ({
  column: randomBytes(32).toString("base64"),
  escrow: await generateEscrowKey(),
});
const keys = setUp(async () => ({ first: await makeKeys(), second: await makeKeys() }));
const service = setUpTestService(() => ({
  ...fixed,
  COLUMN_KEYS: `1:${keys.first.column}`,
  ESCROW_KEYS: `1:${keys.first.escrow}`,
}));
const api = setUpApi(service);

test(`${ROWS} client secrets and escrowed receipts move while tills go on paying`, async (t) => {
  const hashedPan = randomHashedPan();
  const receipt = await pay(hashedPan);
  await fillWith(receipt);
  await service.restart({
    ...fixed,
    COLUMN_KEYS: `2:${keys.second.column},1:${keys.first.column}`,
    ESCROW_KEYS: `2:${keys.second.escrow},1:${keys.first.escrow}`,
  });

  const rush = { isOver: false };
  const tills = Array.from({ length: TILLS }, async () => {
    const waits: number[] = [];
    do {
      const startedAt = performance.now();
      await pay(randomHashedPan());
      waits.push(performance.now() - startedAt);
    } while (!rush.isOver);
    return waits;
  });
  const startedAt = performance.now();
  await moveKeys();
  const seconds = (performance.now() - startedAt) / 1000;
  rush.isOver = true;
  const waits = (await Promise.all(tills)).flat();
  t.diagnostic(
    `${ROWS} rows of each key in ${seconds.toFixed(1)} s; meanwhile ${waits.length} payments, ` +
      `the slowest in ${Math.max(...waits).toFixed(0)} ms`,
  );

  // What a payment held while its page went by is left for the next run.
  await moveKeys();
  const needed = (await listKeys()).filter(({ version }) => version === 1);
  const rows = needed.map(({ purpose, rows }) => [purpose, rows]);
  assert.deepEqual(
    rows.filter(([purpose]) => purpose !== "pepper" && purpose !== "session"),
    [
      ["column", 0],
      ["escrow", 0],
    ],
  );
  await assertReadable();
  await assertOpens(hashedPan, receipt);
});

async function pay(recipientHashedPan: string): Promise<string> {
  const body = paymentBody({ recipientHashedPan });
  const answer = await api.post("/payments/gateway_one/create", { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data.paymentId;
}

/** Payments of many cards that wait under the first keys; their content key is that of the receipt. */
async function fillWith(paymentId: string): Promise<void> {
  const { organizationId } = api;
  await fillPayments({ count: ROWS, organizationId });
  const { keyring } = serviceSecrets();
  const filled = await prisma().payment.findMany({
    where: { organizationId, id: { not: paymentId } },
    select: { id: true },
  });
  for (let from = 0; from < filled.length; from += BATCH) {
    const ids = filled.slice(from, from + BATCH).map(({ id }) => id);
    const secrets = ids.map((id) => keyring.encrypt(`secret of ${id}`, clientSecretContext(id)));
    await pool().query(
      `UPDATE payment p
       SET client_secret = given.secret, receipt_status = 'escrowed', escrow_version = 1,
           escrowed_at = now(), cardholder_id = NULL, key_id = NULL, encrypted_key = one.encrypted_key
       FROM unnest($1::text[], $2::bytea[]) AS given (id, secret), payment one
       WHERE p.id = given.id AND one.id = $3`,
      [ids, secrets, paymentId],
    );
  }
}

async function assertReadable(): Promise<void> {
  const { rows } = await pool().query<{ id: string; secret: Uint8Array<ArrayBuffer> }>(
    `SELECT id, client_secret AS secret FROM payment
     WHERE organization_id = $1 AND receipt_id LIKE 'receipt-%' ORDER BY random() LIMIT 100`,
    [api.organizationId],
  );
  assert.equal(rows.length, 100);
  for (const { id, secret } of rows) {
    const { keyring } = serviceSecrets();
    const text = keyring.decrypt(new Uint8Array(secret), clientSecretContext(id));
    assert.equal(text, `secret of ${id}`);
  }
}

async function assertOpens(hashedPan: string, paymentId: string): Promise<void> {
  const cardholder = await registerCardholder(api, hashedPan);
  const tokenId = await grant(api, cardholder);
  const body = { paymentId, tokenId, privateKey: cardholder.privateKey };
  assert.equal((await api.post("/payments/decrypt", { body })).status, 200);
}
