import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import type { StandIn } from "#lib/gateways/testing/stand-in.ts";
import { type ApiClient, grant, type TestCardholder } from "#lib/testing/api-client.ts";
import { crashTurns, killPoints } from "#lib/testing/crash/kill-points.ts";
import type { KillableServer } from "#lib/testing/crash/killable-server.ts";
import { openShop, type Sale, type Shop } from "#lib/testing/crash/shop.ts";
import { type CrashStage, startCrashStage } from "#lib/testing/crash/stage.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import { until } from "#lib/testing/until.ts";

const TILLS = runsLong ? 6 : 2;
const gateways = ["gateway_one", "gateway_two"] as const;

let stage: CrashStage;
let organizationId: string;
let providers: Record<Sale["gateway"], StandIn>;
let server: KillableServer;
let database: pg.Client;
let api: ApiClient;
let cardholders: TestCardholder[];
let shop: Shop;

before(async () => {
  stage = await startCrashStage();
  ({ organizationId, providers, server, database, api, cardholders } = stage);
  const cards = cardholders.map(({ hashedPan }) => hashedPan);
  shop = openShop(server.url, stage.key, cards);
});
after(async () => {
  shop.abandon();
  await stage[Symbol.asyncDispose]();
});

test("killed at any step, under load: one charge and one receipt for each request", async (context) => {
  const left: Sale[] = [];
  shop.open(TILLS);
  const steps = Object.entries(killPoints);
  const rounds = Array.from({ length: crashTurns }, (_, turn) =>
    steps.map(([name, kill], at) => ({ name, kill, gateway: gateways[(at + turn) % 2] })),
  ).flat();
  for (const [round, { name, kill, gateway = assert.fail() }] of rounds.entries()) {
    // An amount of its own, by which Square's list of payments is asked for it.
    const sale = shop.sell(gateway, 1000 + round);
    const scene = { server, shop, sale, provider: providers[gateway], database, organizationId };
    context.diagnostic(`round ${round + 1}: ${gateway}, killed ${name}`);
    await kill(scene);
    await server.start();
    left.push(sale);
  }
  await shop.close();

  // Nobody asks for these again: the job alone finishes them.
  await until(async () => (await countRows("status = 'pending'")) === 0);
  const finishedByJob = await countRows("gateway_attempts > 1 AND NOT receipt_id = ANY ($2)", [
    shop.sales.flatMap(({ retried, receiptId }) => (retried ? [receiptId] : [])),
  ]);

  const interrupted = shop.sales.filter(({ interruptions }) => interruptions > 0);
  for (const sale of shop.sales) await shop.pay(sale);
  const lost = shop.sales.filter((sale) => countCharges(sale) === 0).length;
  const doubled = shop.sales.filter((sale) => countCharges(sale) > 1).length;
  await assertChargedOnce(shop.sales);
  const opened = await assertReceipts(shop.sales, interrupted);
  await server.end();

  const charges = gateways.map((gateway) => providers[gateway].countCharges());
  context.diagnostic(
    `measured: ${server.kills()} kills in ${rounds.length} rounds, ${shop.sales.length} requests (${interrupted.length} interrupted, ` +
      `${left.length} at a chosen step), ${finishedByJob} finished by the job alone, ` +
      `${charges[0]} + ${charges[1]} charges, ${shop.sales.length} receipts (${opened} opened), ` +
      `${lost} lost, ${doubled} doubled`,
  );
});

async function countRows(condition: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.query(
    `SELECT count(*)::int AS count FROM payment WHERE organization_id = $1 AND ${condition}`,
    [organizationId, ...values],
  );
  return rows[0].count;
}

function countCharges({ gateway, paymentId = "none" }: Sale): number {
  return providers[gateway].countCharges(paymentId);
}

async function assertChargedOnce(sales: Sale[]): Promise<void> {
  assert.equal(await countRows("true"), sales.length);
  assert.equal(
    await countRows("status = 'succeeded' AND id NOT IN (SELECT payment_id FROM pending_payment)"),
    sales.length,
  );
  const ids = new Set(sales.map(({ paymentId }) => paymentId));
  assert.equal(ids.size, sales.length);
  for (const sale of sales) assert.equal(countCharges(sale), 1, sale.receiptId);
  for (const gateway of gateways) {
    const sold = sales.filter((sale) => sale.gateway === gateway);
    assert.equal(providers[gateway].countCharges(), sold.length);
  }
}

/** Every receipt is listed once, and what was interrupted opens; returns how many were opened. */
async function assertReceipts(sales: Sale[], interrupted: Sale[]): Promise<number> {
  const listed = new Map<string, TestCardholder>();
  for (const cardholder of cardholders) {
    for (const paymentId of await listReceipts(cardholder)) {
      assert.ok(!listed.has(paymentId));
      listed.set(paymentId, cardholder);
    }
  }
  assert.equal(listed.size, sales.length);

  for (const { paymentId = "", receiptId, amount } of interrupted) {
    const cardholder = listed.get(paymentId) ?? assert.fail(`no receipt for ${receiptId}`);
    const receipt = await open(cardholder, paymentId);
    assert.deepEqual([receipt.receiptId, receipt.amount], [receiptId, amount]);
  }
  return interrupted.length;
}

async function listReceipts({ userId }: TestCardholder): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = cursor && `&cursor=${cursor}`;
    const { body } = await api.get(`/receipts/${userId}?limit=100${page}`);
    ids.push(...body.data.receipts.map(({ paymentId }: { paymentId: string }) => paymentId));
    cursor = body.data.nextCursor;
  }
  return ids;
}

async function open(cardholder: TestCardholder, paymentId: string) {
  const tokenId = await grant(api, cardholder);
  const { body } = await api.post("/payments/envelope", { body: { paymentId, tokenId } });
  const privateKey = await importPrivateKey(cardholder.privateKey);
  return await openReceipt({ sealed: body.data, paymentId, privateKey });
}
