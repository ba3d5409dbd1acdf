import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { verifyWebhook } from "@sealslip/client";
import { findEvents } from "../../../lib/events/log.ts";
import { publishEvents } from "../../../lib/events/publish.ts";
import { paymentBody, setUpApi } from "../../../lib/testing/api-client.ts";
import { setUp } from "../../../lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "../../../lib/testing/test-service.ts";
import { until } from "../../../lib/testing/until.ts";
import { appendToLog } from "../../../lib/testing/webhook-log.ts";
import { startWebhookReceiver } from "../../../lib/testing/webhook-receiver.ts";
import { describeEvents } from "../../../lib/webhooks/describe-event.ts";
import { eventBody } from "../../../lib/webhooks/event-body.ts";
import { setUpCli } from "../testing/cli-stage.ts";

const service = setUpTestService();
const api = setUpApi(service);
const cli = setUpCli(service, () => ({ SEALSLIP_API_KEY: api.key }));
const other = setUpApi(service);
const narrow = setUp(async () => {
  const { organizationId } = other;
  return { key: await createTestKey({ organizationId, scopes: ["payments:read"] }) };
});
const receiver = setUp(() => startWebhookReceiver());

const append = (count: number, type?: string, { organizationId } = api) => {
  const tenant = { organizationId, environment: "development" } as const;
  return appendToLog(tenant, { count, ...(type !== undefined && { type }) });
};

const often = ["--interval", "0.1", "--json"];

test("events are listed, and followed over a restart of the service", async () => {
  const [first = "", ...others] = await append(3);
  const listed = await cli.run(["events", "list", "--json", "--limit", "2"]);
  const ids = listed.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).eventId);
  assert.deepEqual(ids, [first, others[0]]);

  const tail = cli.start(["events", "tail", "--after", first, ...often]);
  const fromNow = cli.start(["events", "tail", "--type", "refund.failed", "--interval", "0.1"]);
  await tail.prints(new RegExp(others[1] ?? ""));
  await until(async () => fromNow.stderr().includes("Waiting for events"));
  await service.restart();
  const later = [...(await append(2)), ...(await append(1, "refund.failed"))];
  await tail.prints(new RegExp(later[2] ?? ""));
  const seen = tail.lines.map((line) => JSON.parse(line).eventId);
  assert.deepEqual(seen, [...others, ...later]);

  assert.equal(await tail.end("SIGINT"), 130);
  assert.deepEqual(tail.stderr(), "");
  await fromNow.prints(new RegExp(later[2] ?? ""));
  assert.equal(fromNow.lines.length, 1, "what was before is not printed");
});

const lost = ["events", "tail", "--after", "evt_0123456789abcdef0123456789abcdef"];

test("a place that is gone ends it, rather than skipping what was missed", async () => {
  const { code, stderr } = await cli.run(lost);
  assert.equal(code, 1);
  assert.match(stderr, /no longer in the list.+\nGo on with --from-now/);
});

test("deliveries are signed, in order, and none is lost to failures and restarts", async () => {
  const { paymentId } = await api.call("POST /api/v1/payments/{gateway}/create", {
    params: { gateway: "gateway_one" },
    body: paymentBody(),
  });
  const [start = ""] = await append(1);
  while ((await publishEvents(describeEvents)) > 0);
  receiver.behave("/hook", (number) => (number < 2 ? 503 : 204));
  const listen = ["webhooks", "listen", "--forward-to", `${receiver.url}/hook`, ...often];
  const one = cli.start([...listen, "--after", start]);
  const { secret } = JSON.parse(await one.prints(/"listening"/));
  await one.prints(/"delivered"/);

  const [sale, again, done, ...more] = receiver.at("/hook");
  assert.ok(sale && again && done);
  assert.deepEqual([again.id, done.id, more], [sale.id, sale.id, []]);
  const event = await verifyWebhook({ headers: done.headers, body: done.body, secret });
  assert.equal(Object.entries(event.data).find(([name]) => name === "paymentId")?.[1], paymentId);
  const [logged] = await findEvents([done.id]);
  assert.equal(done.body, logged && eventBody(logged), "the bytes that the service sends");
  assert.equal(done.headers["user-agent"], "Sealslip-Webhooks/1");

  const files = await readdir(join(cli.folder, "config"));
  const [file = ""] = files.filter((name) => /^listen-default-\w+\.json$/.test(name));
  assert.equal((await stat(join(cli.folder, "config", file))).mode & 0o777, 0o600);
  assert.equal((await stat(join(cli.folder, "config"))).mode & 0o777, 0o700);
  const second = await cli.run(listen);
  assert.deepEqual([second.code, /Another/.test(second.stderr)], [1, true]);

  await service.restart();
  const ids = await append(2);
  await one.prints(new RegExp(`"delivered".*${ids[1]}`));
  await one.end("SIGKILL");
  ids.push(...(await append(3)));
  receiver.behave("/hook", "close");
  const next = cli.start(listen);
  assert.equal(JSON.parse(await next.prints(/"listening"/)).secret, secret);
  await next.prints(/"no answer"/);
  receiver.behave("/hook", 204);
  await next.prints(new RegExp(`"delivered".*${ids[4]}`));
  const arrived = receiver.at("/hook").map(({ id }) => id);
  const unlike = arrived.filter((id, index) => id !== arrived[index - 1]);
  assert.deepEqual(unlike, [sale.id, ...ids]);

  receiver.behave("/hook", 400);
  const [bad = ""] = await append(1);
  await until(async () => next.stderr().includes(bad));
  assert.match(next.stderr(), /keeps refusing/);
  const refusals = next.lines.filter((line) => line.includes(bad));
  assert.equal(refusals.length, 4);

  const [after = ""] = await append(1);
  receiver.behave("/hook", (number) => (receiver.at("/hook")[number]?.id === bad ? 400 : 204));
  const skipping = cli.start([...listen, "--skip-refused"]);
  await skipping.prints(new RegExp(`"delivered".*${after}`));
  assert.equal(await skipping.end("SIGINT"), 130);
});

test("each organization has its own place and secret, and so does what a key and a filter leave out", async () => {
  const to = ["--forward-to", `${receiver.url}/place`, "--profile", "shared"];
  const listen = ["webhooks", "listen", ...to, ...often];
  /** Listens until the event of the last id is delivered, and returns the secret. */
  const listenUntil = async (key: string, options: string[], next: () => Promise<string[]>) => {
    const running = cli.start([...listen, ...options], { env: { SEALSLIP_API_KEY: key } });
    const { secret } = JSON.parse(await running.prints(/"listening"/));
    await running.prints(new RegExp(`"delivered".*${(await next()).at(-1)}`));
    await running.end("SIGINT");
    return secret;
  };
  const arrived = () => receiver.at("/place").map(({ id }) => id);

  const seen = await append(1, undefined, other);
  const first = await listenUntil(other.key, ["--from-start"], async () => seen);
  const missed = await append(3, "user.registered", other);
  const second = await listenUntil(api.key, ["--from-now"], () => append(1));
  assert.notEqual(second, first, "the receiver of one organization cannot forge events of another");
  await listenUntil(narrow.key, ["--from-now"], () => append(1, "payment.failed", other));
  const refund = () => append(1, "refund.failed", other);
  await listenUntil(other.key, ["--from-now", "--type", "refund.failed"], refund);
  const before = arrived().length;
  assert.equal(await listenUntil(other.key, [], () => append(1, undefined, other)), first);
  assert.deepEqual(arrived().slice(before, before + 3), missed);
});

test("a receiver elsewhere needs --allow-remote", async () => {
  const listen = ["webhooks", "listen", "--forward-to", "https://pos.example/hook"];
  const { code, stderr } = await cli.run(listen);
  assert.equal(code, 2);
  assert.match(stderr, /Add --allow-remote/);
});
