import assert from "node:assert/strict";
import { test } from "node:test";
import { prepareJobQueue } from "#lib/jobs/job-queue.ts";
import { prisma } from "#lib/storage/database.ts";
import {
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { addIdentifier } from "#lib/testing/identifiers.ts";
import { createAdmin } from "#lib/testing/run-admin.ts";
import { ownerUrlOf } from "#lib/testing/test-database.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { insertTestEndpoint, insertTestEvent } from "#lib/testing/webhook-endpoint.ts";

const service = setUpTestService();
const api = setUpApi(service);
const runAdmin = createAdmin(service);
const admin = (...args: string[]) => runAdmin(args);

test("cards: shows who has one without its hash, and releases it", async () => {
  const { userId, hashedPan } = await registerCardholder(api);
  const show = (input: string) => runAdmin(["cards", "show", "--json"], { input });
  const shown = show(`${hashedPan}\n`);
  assert.equal(shown.status, 0, shown.stderr);
  assert.equal(JSON.parse(shown.stdout)[0].userId, userId);
  assert.ok(!`${shown.stdout}${shown.stderr}`.includes(hashedPan));
  const number = show("4242424242424242");
  assert.deepEqual([number.status, number.stdout], [2, ""]);
  assert.match(number.stderr, /looks like the value itself/);
  assert.ok(!number.stderr.includes("4242"));

  const unconfirmed = admin("cards", "release", userId);
  assert.deepEqual([unconfirmed.status, unconfirmed.stdout], [2, ""]);
  assert.match(unconfirmed.stderr, /can never be opened.* Give --yes/);
  assert.equal(JSON.parse(show(hashedPan).stdout).length, 1);
  const released = admin("cards", "release", userId, "--yes");
  assert.equal(released.status, 0, released.stderr);
  assert.match(released.stdout, /is erased, with 0 receipts .*\n.*development:\n {2}org_/);
  assert.match(show(hashedPan).stdout, /^\[\]\n$/);
});

test("cards: takes a hash of any kind, and releases one identifier without the user", async () => {
  const user = await registerCardholder(api);
  for (const kind of ["par", "phone", "email", "reference"] as const) {
    const hash = randomHashedPan();
    const { identifierId } = (await addIdentifier(api, user.userId, kind, hash)).body.data;
    const shown = runAdmin(["cards", "show"], { input: hash });
    assert.match(
      shown.stdout,
      new RegExp(`development: ${user.userId}\n  ${kind} ${identifierId}`),
    );
    const released = admin("cards", "release", identifierId, "--yes");
    assert.match(released.stdout, /stays theirs/);
    assert.match(runAdmin(["cards", "show", "--json"], { input: hash }).stdout, /^\[\]\n$/);
  }
  const left = (await api.get(`/users/${user.userId}/identifiers`)).body.data.identifiers;
  assert.deepEqual(
    left.map(({ kind }: { kind: string }) => kind),
    ["card"],
  );
  const [{ identifierId }] = left;
  const refused = admin("cards", "release", identifierId, "--yes");
  assert.match(refused.stderr, /No such identifier/);
});

test("payments: lists what is pending, and settles one", async () => {
  const body = paymentBody({ paymentMethod: "sandbox_requires_confirmation" });
  const created = await api.post("/payments/gateway_one/create", { body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { paymentId } = created.body.data;
  const listed = admin("payments", "pending");
  assert.equal(listed.status, 0, listed.stderr);
  assert.match(
    listed.stdout,
    new RegExp(
      `${paymentId}  sale, requires_confirmation, \\d+ (s|min) old\n.* by sandbox\n.*not confirmed`,
    ),
  );
  const settled = admin("payments", "settle", paymentId, "--json");
  assert.deepEqual([settled.status, JSON.parse(settled.stdout).reason], [1, "waits_for_customer"]);
});

test("escrow and jobs: say how they stand", async () => {
  await prepareJobQueue();
  const body = paymentBody({ recipientHashedPan: randomHashedPan() });
  assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 201);
  // With the one of the test above.
  assert.match(
    admin("escrow").stdout,
    /^development: 2 receipts, the oldest since .*\n.*\n.*: 2 receipts will expire\n$/,
  );
  const jobs = admin("jobs");
  assert.equal(jobs.status, 0, jobs.stderr);
  assert.match(
    jobs.stdout,
    /^finish-pending-payments: .*\n {2}has not run yet, next in .*, \d+ to do\n/,
  );
  assert.equal(JSON.parse(admin("jobs", "run", "expire-escrow", "--json").stdout).started, true);
});

test("webhooks: lists endpoints, pauses one, and goes on where it stopped", async () => {
  assert.equal(admin("webhooks").stdout, "There is no webhook endpoint\n");
  const tenant = {
    organizationId: await createTestOrganization(),
    environment: "development",
  } as const;
  const id = await insertTestEndpoint(tenant, { failingSince: new Date(Date.now() - 7_200_000) });
  await insertTestEvent(tenant, { position: 1 });
  const listed = admin("webhooks");
  assert.equal(listed.status, 0, listed.stderr);
  assert.match(
    listed.stdout,
    new RegExp(
      `^${id}  hooks.example:8443\n  ${tenant.organizationId}, development, since .*\n` +
        "  failing for 2 h\n  1 event to be sent, 0 deliveries to be tried again\n$",
    ),
  );

  const unexplained = admin("webhooks", "pause", id);
  assert.deepEqual([unexplained.status, unexplained.stdout], [2, ""]);
  assert.match(unexplained.stderr, /--reason: is missing/);
  const paused = admin("webhooks", "pause", id, "--reason", "its host complains");
  assert.match(
    paused.stdout,
    /\n {2}disabled for \d+ s: paused by the operator\n {2}1 event to be/,
  );
  const [entry] = await prisma().auditEntry.findMany({ where: { target: id } });
  assert.deepEqual(
    [entry?.action, entry?.after],
    ["webhook_endpoint.paused", { reason: "its host complains" }],
  );
  const resumed = JSON.parse(admin("webhooks", "resume", id, "--json").stdout);
  assert.deepEqual(
    [resumed.status, resumed.failingSince, resumed.waitingEvents],
    ["enabled", null, 1],
  );
});

test("audit: removes as the owner what is too old, and a removed member's name", async () => {
  const { organizationId } = await createTestMember({ role: "owner" });
  admin("organization", "tier", organizationId, "premium");
  const DATABASE_OWNER_URL = ownerUrlOf(service.databaseUrl);
  const pruned = runAdmin(["audit", "prune", "--yes"], {
    env: { DATABASE_OWNER_URL, AUDIT_DAYS: "366" },
  });
  assert.deepEqual([pruned.status, pruned.stderr], [0, ""]);
  assert.match(pruned.stdout, /^Nothing is from before \d{4}-/);

  await prisma().auditName.create({
    data: { id: "mem_gone", organizationId, name: "gone@test.example" },
  });
  const erased = admin("audit", "erase-name", "Gone@test.example", "--yes");
  assert.deepEqual([erased.status, erased.stdout], [0, "Erased; the trail keeps mem_gone\n"]);
  const verified = admin("audit", "verify", "--organization", organizationId);
  assert.match(verified.stdout, /^\d+ sealed entr\w+ in 1 trail, /);
});
