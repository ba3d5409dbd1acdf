import assert from "node:assert/strict";
import { test } from "node:test";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { type Answer, randomHashedPan, type TestCardholder } from "#lib/testing/api-client.ts";
import { addPair, createPair, registerPair } from "#lib/testing/device-keys.ts";
import { dumpDatabase } from "#lib/testing/dump-database.ts";
import { takeHeapSnapshot } from "#lib/testing/secrecy/heap-snapshot.ts";
import { canReadMemory, readMemory } from "#lib/testing/secrecy/process-memory.ts";
import { openShop, type Sealer, type Shop, type Sold } from "#lib/testing/secrecy/shop.ts";
import { type SecrecyStage, startSecrecyStage } from "#lib/testing/secrecy/stage.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { until } from "#lib/testing/until.ts";

// Each payment is made twice: the receipt of one is sealed at the till, and that of the other by the service. Every
// search looks for the words of both in one pass, so that none of them can pass by being blind: it has to find those
// that the service had, or, where that leaves none behind either, the reference of the same payments.

const PAYMENTS = 100;
const TILLS = 10;
const sealers = ["till", "service"] as const;

const stage: SecrecyStage = setUp(startSecrecyStage);
const shop: Shop = setUp(async () => openShop(stage.api));

const sold: Sold[] = [];
/** Charges that the provider holds: their requests are still in the processes. */
const held: { answer(): void; paid: Promise<Sold> }[] = [];

test("a hundred payments are sealed at the till, and a hundred by the service", async () => {
  const { api, wires } = stage;
  const url = `http://127.0.0.1:${wires.webhooks.port}`;
  assert.equal((await api.post("/webhook-endpoints", { body: { url } })).status, 201);
  const [rsa, p256, tablet] = [
    await createPair("RSA-2048"),
    await createPair("P-256"),
    await createPair("P-256"),
  ];
  const alone = [await registerPair(api, rsa), await registerPair(api, p256)];
  const family = await registerPair(api, tablet);
  await addPair(api, family, rsa);
  const devices = [family, { ...family, ...rsa }];
  const [registeredLater, neverRegistered] = [randomHashedPan(), randomHashedPan()];
  const cards = [...alone, family].map(({ hashedPan }) => hashedPan);

  await sell([...cards, registeredLater, neverRegistered]);
  const late = await registerPair(api, p256, registeredLater);
  for (const holder of [...alone, ...devices, late]) await openBoth(holder);
  await refundSome();
  await sendWrongly();
  await until(async () => stage.receiver.arrivals.length >= PAYMENTS);
});

/** At several tills at once; every tenth payment is declined. */
async function sell(cards: readonly string[]): Promise<void> {
  const sellAt = async (till: number) => {
    for (let at = till; at < PAYMENTS; at += TILLS) {
      const gateway: GatewayName = at % 2 === 0 ? "gateway_one" : "gateway_two";
      const hashedPan = cards[at % cards.length] ?? "";
      const isDeclined = at < PAYMENTS / 10;
      for (const sealer of sealers) {
        const one = await shop.pay({ sealer, gateway, hashedPan, isDeclined });
        if (isDeclined) assert.equal(one.answer.status, 402, JSON.stringify(one.answer.body));
        else assertTaken(one.answer);
        sold.push(one);
      }
    }
  };
  await Promise.all(Array.from({ length: TILLS }, (_, till) => sellAt(till)));
}

/** 200 where it had to be sent again. */
function assertTaken({ status, body }: Answer): void {
  assert.ok(status === 201 || status === 200, JSON.stringify(body));
}

function findPaid(sealer: Sealer, { hashedPan }: TestCardholder): Sold {
  const found = sold.find(
    (one) => one.sealer === sealer && one.hashedPan === hashedPan && !one.isDeclined,
  );
  return found ?? assert.fail("each card has paid");
}

/** On the device, and what the service had by the service, too. */
async function openBoth(holder: TestCardholder): Promise<void> {
  for (const sealer of sealers) await shop.open(findPaid(sealer, holder), holder);
  const { status } = await shop.decrypt(findPaid("service", holder), holder);
  assert.equal(status, 200);
}

/** A tenth of them, to every card and at both gateways. */
async function refundSome(): Promise<void> {
  const paid = sold.filter(({ isDeclined }) => !isDeclined);
  for (const one of paid.slice(-(2 * PAYMENTS) / 10)) {
    assertTaken(await shop.refund(one));
  }
}

/** What the service refuses, it must not write down either. */
async function sendWrongly(): Promise<void> {
  for (const { gateway, body } of [...sold].reverse().slice(0, sealers.length)) {
    const send = async (wrong: unknown) =>
      (await stage.api.post(`/payments/${gateway}/create`, { body: wrong })).status;
    const receiptId = shop.words.mark("clear", "-again");
    assert.equal(await send({ ...body, transactionDate: "2026-11-21T09:30:00Z" }), 409);
    assert.equal(await send({ ...body, receiptId, currency: "none" }), 400);
    assert.equal(await send(`${JSON.stringify(body)}}`), 400);
  }
}

async function holdBoth(): Promise<void> {
  for (const sealer of sealers) {
    const charge = stage.stripe.hold(
      ({ method, path }) => method === "POST" && path === "/v1/payment_intents",
    );
    const hashedPan = randomHashedPan();
    const paid = shop.pay({ sealer, gateway: "gateway_one", hashedPan });
    const { answer } = await charge;
    held.push({ answer, paid });
  }
}

test("no heap has a word of what was sealed at the till", async () => {
  const found = new Set<string>();
  for (const pid of await stage.listNodeProcesses()) {
    // Anew for each: on a slow machine, the service stops waiting before all snapshots are taken.
    await holdBoth();
    const snapshot = await takeHeapSnapshot(pid);
    for (const kind of await shop.words.find(snapshot)) found.add(kind);
  }
  assert.deepEqual([...found].sort(), ["clear", "service"]);
});

const UNSEEN = "the system does not show one process the memory of another";

test("nor has the memory of any process of the service", async (context) => {
  const pids = await stage.listNodeProcesses();
  if (!(await canReadMemory(pids))) return context.skip(UNSEEN);
  assert.deepEqual(await shop.words.find(readMemory(pids)), ["clear", "service"]);
});

test("nor that of PostgreSQL", async (context) => {
  const pids = await stage.listDatabaseProcesses();
  if (!(await canReadMemory(pids))) return context.skip(UNSEEN);
  assert.deepEqual(await shop.words.find(readMemory(pids)), ["clear"]);
});

test("nor any table", async () => {
  for (const { answer } of held) answer();
  for (const { paid } of held) assertTaken((await paid).answer);
  assert.deepEqual(await shop.words.find([Buffer.from(await dumpDatabase())]), ["clear"]);
});

test("nor any wire, in either direction", async () => {
  const found = await Promise.all(
    Object.entries(stage.wires).map(async ([name, { sent, received }]) => [
      name,
      { sent: await shop.words.find(sent()), received: await shop.words.find(received()) },
    ]),
  );
  assert.deepEqual(Object.fromEntries(found), {
    service: { sent: ["clear", "service"], received: ["clear", "service"] },
    database: { sent: ["clear"], received: ["clear"] },
    stripe: { sent: ["clear"], received: ["clear"] },
    square: { sent: ["clear", "service"], received: ["clear", "service"] },
    webhooks: { sent: ["clear", "service"], received: [] },
  });
});

test("nor any log", async () => {
  const logs = await stage.endAndReadLogs();
  const paid = await Promise.all(held.map(({ paid }) => paid));
  for (const { answer } of [...sold, ...paid]) {
    assert.ok(logs.includes(`"request_id":"${answer.headers.get("x-request-id")}"`));
  }
  assert.deepEqual(await shop.words.find([Buffer.from(logs)]), []);
});
