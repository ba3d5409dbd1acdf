import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { prepareJobQueue } from "#lib/jobs/job-queue.ts";
import { OutboundError } from "#lib/outbound/outbound-error.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { paymentBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { setUpMember } from "#lib/testing/console-client.ts";
import {
  createTestBrowser,
  setUpPushService,
  type TestBrowser,
} from "#lib/testing/push-service-stand-in.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { flushAnnouncements, SEND_JOB } from "./announce.ts";
import { sendMessages } from "./send.ts";

const service = setUpTestService();
const member = setUpMember({ kind: "platform" });
const api = setUpApi(service, { member });
const holder = setUpCardholder(api);
const { arrived, post, statuses } = setUpPushService();
setUp(prepareJobQueue);
beforeEach(async () => {
  arrived.length = 0;
  await prisma().pushSubscription.deleteMany();
});

async function addBrowser(): Promise<TestBrowser> {
  const browser = createTestBrowser();
  const { userId } = holder;
  const body = browser.target;
  const call = callerFor(service, member);
  await call("PUT /api/wallet/push-subscriptions/{userId}", { params: { userId }, body });
  return browser;
}

/** A payment with the cardholder's card, told of as far as the job. */
async function pay(fields: object = {}): Promise<string> {
  const body = paymentBody({ recipientHashedPan: holder.hashedPan, ...fields });
  const answer = await api.post("/payments/gateway_one/create", { body });
  await flushAnnouncements();
  return answer.headers.get("x-payment-id") ?? "";
}

async function makeDue(): Promise<void> {
  await pool().query(
    "UPDATE push_subscription SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL",
  );
}

describe("a new receipt", () => {
  test("is told to every browser, without a word of what is in it", async () => {
    const browsers = [await addBrowser(), await addBrowser()];
    const paymentId = await pay({ merchantName: "Corner Bakery", amount: 98_765 });
    assert.equal(await sendMessages(post), undefined);

    assert.equal(arrived.length, 2);
    for (const { path, body } of arrived) {
      const browser = browsers.find((one) => one.path === path);
      assert.deepEqual(JSON.parse(browser?.read(body) ?? ""), { paymentId });
    }
  });

  test("is told in a message that says nothing to the push service either", async () => {
    await addBrowser();
    const paymentId = await pay();
    await sendMessages(post);
    const [{ headers, body }] = arrived as [(typeof arrived)[0]];
    assert.equal(headers.get("content-encoding"), "aes128gcm");
    assert.match(
      headers.get("authorization") ?? "",
      /^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=B[\w-]{86}$/,
    );
    const seen = `${JSON.stringify([...headers])}${body.toString("latin1")}`;
    assert.ok(!seen.includes(paymentId) && !seen.includes(holder.userId));
  });

  test("starts the job, which no payment waits for", async () => {
    await addBrowser();
    await pool().query("DELETE FROM graphile_worker._private_jobs");
    await pay();
    const { rows } = await pool().query("SELECT task_identifier AS task FROM graphile_worker.jobs");
    assert.deepEqual(rows, [{ task: SEND_JOB }]);
    assert.equal(arrived.length, 0);
  });

  test("is told once with those of the same moment", async () => {
    const browser = await addBrowser();
    await pay();
    const latest = await pay();
    await sendMessages(post);
    await sendMessages(post);
    assert.equal(arrived.length, 1);
    assert.equal(
      browser.read(arrived[0]?.body ?? Buffer.of()),
      JSON.stringify({ paymentId: latest }),
    );
  });

  test("that comes while a message is on its way is told of in the next one", async () => {
    const browser = await addBrowser();
    await pay();
    let second: string | undefined;
    await sendMessages(async (message) => {
      second ??= await pay();
      return await post(message);
    });
    await sendMessages(post);
    const last = browser.read(arrived.at(-1)?.body ?? Buffer.of());
    assert.deepEqual([arrived.length, last], [2, JSON.stringify({ paymentId: second })]);
  });

  for (const paymentMethod of ["pm_card_chargeDeclined", "sandbox_requires_confirmation"]) {
    test(`is none where the payment is not paid: ${paymentMethod}`, async () => {
      await addBrowser();
      await pay({ paymentMethod });
      await sendMessages(post);
      assert.equal(arrived.length, 0);
    });
  }

  test("of another card is none", async () => {
    await addBrowser();
    await pay({ recipientHashedPan: paymentBody().recipientHashedPan });
    await sendMessages(post);
    assert.equal(arrived.length, 0);
  });
});

describe("a push service that answers", () => {
  for (const status of [404, 410]) {
    test(`${status} has forgotten the browser, and so do we`, async () => {
      const { path } = await addBrowser();
      statuses.set(path, status);
      await pay();
      await sendMessages(post);
      assert.equal(await prisma().pushSubscription.count(), 0);
    });
  }

  for (const status of [302, 429, 500]) {
    test(`${status} is asked again later, five times at most, and followed nowhere`, async () => {
      const { path } = await addBrowser();
      statuses.set(path, status);
      await pay();
      for (let attempt = 1; attempt < 5; attempt += 1) {
        const next = await sendMessages(post);
        assert.ok(next && next > new Date(), "waits before it asks again");
        await makeDue();
      }
      assert.equal(await sendMessages(post), undefined);
      assert.deepEqual(new Set(arrived.map((one) => one.path)), new Set([path]));
      assert.equal(arrived.length, 5);
      assert.equal(await prisma().pushSubscription.count(), 1);
    });
  }

  test("nothing is asked again, and its name is not logged", async () => {
    const { path } = await addBrowser();
    await pay();
    const next = await sendMessages(() => Promise.reject(new TypeError(`no answer of ${path}`)));
    assert.ok(next && next > new Date());
    assert.ok(service.logLines.some((line) => line.includes("a push message failed")));
    assert.ok(!service.logLines.some((line) => line.includes(path)));
  });

  test("from a private address by now is forgotten without a call", async () => {
    await addBrowser();
    await pay();
    await sendMessages(() => Promise.reject(new OutboundError("address_not_allowed")));
    assert.equal(await prisma().pushSubscription.count(), 0);
  });
});

test("two processes send a message once", async () => {
  await addBrowser();
  await pay();
  await Promise.all([sendMessages(post), sendMessages(post)]);
  assert.equal(arrived.length, 1);
});
