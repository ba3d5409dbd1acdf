import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { circuitDefaults } from "#lib/gateways/circuit.ts";
import {
  type StripeStandIn,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, prisma } from "#lib/storage/database.ts";
import { findRunningPostgres } from "#lib/storage/embedded/find-running.ts";
import { type Answer, type PaymentBody, paymentBody } from "#lib/testing/api-client.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { spawnProgram } from "#lib/testing/spawn-program.ts";
import {
  type Line,
  openLine,
  type SupervisedServer,
  startSupervisedServer,
} from "#lib/testing/supervised-server.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestKey, createTestOrganization } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const READS = 10;
const CREATE = "/api/v1/payments/gateway_one/create";

const stripe: StripeStandIn = setUp(startStripeStandIn);
const server: SupervisedServer = setUp(() =>
  startSupervisedServer({
    STRIPE_API_BASE: stripe.url,
    WEB_CONCURRENCY: "2",
    GATEWAY_TIMEOUT_MS: "1000",
    RATE_LIMITS: JSON.stringify({ tiers: { free: { reads: READS } } }),
  }),
);
const lines: Line[] = [];
after(() => {
  for (const line of lines) line.close();
});
setUp(async () => {
  setTestConfig({ DATA_DIR: server.dataDir });
  connectDatabase((await findRunningPostgres(server.dataDir)) ?? "");
  await openServiceSecrets();
});
after(closeDatabase);

test("connections are shared out, and what is counted is counted for all processes", async () => {
  const both = await openBoth();
  const headers = { "X-API-Key": await createTestKey({ tier: "free" }) };
  const answers: Answer[] = [];
  for (let count = 0; count < READS + 2; count += 1) {
    const line = both[count % 2];
    if (line) answers.push(await line.send("GET", "/api/v1/payments", { headers }));
  }

  const seen = answers.map(({ status, headers }) => [
    status,
    Number(headers.get("x-ratelimit-remaining")),
  ]);
  const allowed = Array.from({ length: READS }, (_, used) => [200, READS - 1 - used]);
  assert.deepEqual(seen, [...allowed, [429, 0], [429, 0]]);
});

test("a key that is revoked through one process is refused by the other from then on", async () => {
  const [one, other] = await openBoth();
  const member = await createTestMember({ role: "owner" });
  const { organizationId } = member;
  const headers = { "X-API-Key": await createTestKey({ organizationId }) };
  const list = (line: Line) => line.send("GET", "/api/v1/payments", { headers });
  assert.deepEqual([(await list(one)).status, (await list(other)).status], [200, 200]);

  const { id } = await prisma().apiKey.findFirstOrThrow({ where: { organizationId } });
  const session = { Cookie: member.cookie, Origin: server.url, "X-Environment": "development" };
  const revoked = await one.send("DELETE", `/api/console/api-keys/${id}`, { headers: session });
  assert.equal(revoked.status, 200);
  assert.deepEqual([(await list(one)).status, (await list(other)).status], [401, 401]);
});

test("what opens a circuit in one process keeps the other from the provider, too", async () => {
  const [one, other] = await openBoth();
  const organizationId = await createTestOrganization();
  await connectStandIns(organizationId);
  const headers = { "X-API-Key": await createTestKey({ organizationId }) };
  const pay = async (line: Line) =>
    (await line.send("POST", CREATE, { headers, body: paymentBody() })).status;
  assert.deepEqual([await pay(one), await pay(other)], [201, 201]);

  stripe.misbehave("error", { times: 2 * circuitDefaults.failures });
  for (let count = 0; count < circuitDefaults.failures; count += 1) {
    assert.equal(await pay(one), 503);
  }
  const asked = stripe.requests.length;
  for (let count = 0; count < 3; count += 1) assert.equal(await pay(other), 503);
  // One may have been faster than the news.
  assert.ok(stripe.requests.length - asked <= 1);
});

test("a process that is killed costs its own connections, and another takes its place", async () => {
  const tills = await openTills();
  const victim = tills[0]?.pid ?? 0;
  assert.ok(tills.some(({ pid }) => pid !== victim));
  const { stop, sold, failures } = sell(tills);
  // Every till is busy: some payments of the victim's are under way when it is killed.
  await until(async () => sold.length >= 3 * tills.length);
  process.kill(victim, "SIGKILL");
  await server.logs("a process has ended, and is replaced");
  const before = sold.length;
  await until(async () => sold.length >= before + tills.length || failures.length === tills.length);
  await stop();

  assert.ok(failures.length > 0);
  assert.deepEqual(
    failures.filter(({ pid }) => pid !== victim),
    [],
    "the other process answers on",
  );
  await assertPaidOnce(sold);
  await until(async () => {
    const pid = await server.answeredBy(await openLineTo().send("GET", "/api/health"));
    return !tills.some((till) => till.pid === pid);
  });
});

test("SIGHUP replaces every process under load, and no request fails", async () => {
  // A process that ends waits for whatever is open.
  for (const line of lines.splice(0)) line.close();
  const tills = await openTills();
  const before = new Set(tills.map(({ pid }) => pid));
  const { stop, sold, failures } = sell(tills);
  process.kill(server.pid, "SIGHUP");
  await server.logs("all processes have been replaced");
  await stop();

  assert.deepEqual(failures, []);
  await assertPaidOnce(sold);
  for (const { pid } of await openTills()) assert.ok(!before.has(pid));
});

test("processes that die while they are replaced leave none too many", async () => {
  for (const line of lines.splice(0)) line.close();
  const before = new Set((await openTills()).map(({ pid }) => pid));
  const replaced = countReplaced();
  const { begun, countLeft } = await watchBegun();
  process.kill(server.pid, "SIGHUP");
  // The first of the new ones has begun, and does not serve yet.
  await until(async () => (await countLeft()) > 0);
  for (const pid of before) process.kill(pid, "SIGKILL");
  // It is there beside those that take the places of the killed ones, and one of them is too many.
  await until(async () => {
    const left = await countLeft();
    return left === 2 && begun.size === 1 + countReplaced() - replaced;
  });
  await until(async () => {
    const now = new Set((await openTills().catch(() => [])).map(({ pid }) => pid));
    return now.size === 2 && ![...now].some((pid) => before.has(pid));
  });
});

function countReplaced(): number {
  return server.lines.filter((line) => line.includes('"a process has ended, and is replaced"'))
    .length;
}

/** The processes that begin from now on, and how many of them have not ended. */
async function watchBegun() {
  const listIds = async () => (await prisma().serviceProcess.findMany()).map(({ id }) => id);
  const known = new Set(await listIds());
  const begun = new Set<string>();
  const countLeft = async () => {
    const left = (await listIds()).filter((id) => !known.has(id));
    for (const id of left) begun.add(id);
    return left.length;
  };
  return { begun, countLeft };
}

test("the embedded PostgreSQL comes back when it is killed, and readiness says so meanwhile", async () => {
  const line = openLineTo();
  const headers = { "X-API-Key": await createTestKey() };
  const isReady = async () => (await line.send("GET", "/api/ready")).status === 200;
  // It can be back before readiness looks again, a second later; the pause after another end is longer.
  for (let isUp = true; isUp; ) {
    await killPostgres();
    const deadline = performance.now() + 2_000;
    await until(async () => {
      isUp = await isReady();
      return !isUp || performance.now() > deadline;
    });
  }
  assert.equal((await line.send("GET", "/api/health")).status, 200);
  await until(isReady);
  const { status } = await line.send("POST", CREATE, { headers, body: paymentBody() });
  assert.equal(status, 201);
});

async function killPostgres(): Promise<void> {
  const pidFile = join(server.dataDir, "postgresql", "data", "postmaster.pid");
  process.kill(Number.parseInt(await readFile(pidFile, "utf8"), 10), "SIGKILL");
}

test("SIGTERM lets all processes finish, and every line of the log is one entry", async () => {
  const headers = { "X-API-Key": await createTestKey() };
  const body = paymentBody({ paymentMethod: "sandbox_timeout" });
  const answers = (await openBoth()).map((line) => line.send("POST", CREATE, { headers, body }));
  await until(
    async () => (await prisma().payment.count({ where: { receiptId: body.receiptId } })) > 0,
  );
  assert.equal(await server.end(), 0);
  for (const { status } of await Promise.all(answers)) assert.equal(status, 503);
  await assert.rejects(openLineTo().send("GET", "/api/health"), { code: "ECONNREFUSED" });

  const entries = server.lines.filter((line) => !/^✓|^ready at/.test(line));
  assert.ok(entries.length > 100);
  for (const entry of entries) assert.equal(typeof JSON.parse(entry).msg, "string");
});

test("where a process cannot start, the supervisor ends with its reason", async () => {
  const child = spawnProgram("lib/testing/api-process.ts", {
    WEB_CONCURRENCY: "2",
    PORT: "0",
    DATABASE_URL: "postgresql://nobody@127.0.0.1:1/nothing",
  });
  const [output, complaint] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "exit");
  assert.equal(code, 1);
  assert.match(await complaint, /^✗ DATABASE_URL: 127\.0\.0\.1:1\/nothing cannot be used: .+\n$/);
  assert.equal(await output, "");
});

function openLineTo(): Line {
  const line = openLine(server);
  lines.push(line);
  return line;
}

/** A line to each of the two processes. */
async function openBoth(): Promise<[Line, Line]> {
  const byProcess = new Map<number, Line>();
  await until(async () => {
    const line = openLineTo();
    byProcess.set(await server.answeredBy(await line.send("GET", "/api/health")), line);
    return byProcess.size === 2;
  });
  const [one, other] = [...byProcess.values()];
  if (!one || !other) throw new Error("there are two processes");
  return [one, other];
}

type Till = { line: Line; pid: number };

async function openTills(): Promise<Till[]> {
  return await Promise.all(
    Array.from({ length: 6 }, async () => {
      const line = openLineTo();
      return { line, pid: await server.answeredBy(await line.send("GET", "/api/health")) };
    }),
  );
}

/** Sells at every till until it is stopped; what failed is sent again only then, each of them once. */
function sell(tills: Till[]) {
  const key = createTestKey();
  const sold: PaymentBody[] = [];
  const failures: { pid: number; body: PaymentBody; reason: unknown }[] = [];
  const state = { isOpen: true };
  const pay = async (line: Line, body: PaymentBody) => {
    const headers = { "X-API-Key": await key };
    const { status } = await line.send("POST", CREATE, { headers, body });
    if (status !== 201 && status !== 200) throw new Error(`answered with ${status}`);
    sold.push(body);
  };
  const serve = async ({ line, pid }: Till) => {
    while (state.isOpen) {
      const body = paymentBody();
      const reason = await pay(line, body).catch((error: unknown) => error);
      if (reason === undefined) continue;
      failures.push({ pid, body, reason });
      return;
    }
  };
  const open = tills.map(serve);
  const stop = async () => {
    state.isOpen = false;
    await Promise.all(open);
    const line = openLineTo();
    for (const { body } of failures) await pay(line, body);
  };
  return { sold, failures, stop };
}

async function assertPaidOnce(sold: PaymentBody[]): Promise<void> {
  const receiptId = { in: sold.map((body) => body.receiptId) };
  const payments = await prisma().payment.findMany({ where: { receiptId } });
  assert.equal(payments.length, sold.length);
  assert.ok(payments.every(({ status }) => status === "succeeded"));
}
