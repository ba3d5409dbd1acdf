import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sendLetters } from "#lib/mail/send.ts";
import { pool } from "#lib/storage/database.ts";
import type { Answer } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  type TestMember,
} from "#lib/testing/console-client.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { createInviter, followLink, GUEST_PASSWORD } from "#lib/testing/invite-guest.ts";
import { inLongTransaction } from "#lib/testing/long-transaction.ts";
import { readLetters, readLink, readToken } from "#lib/testing/read-letters.ts";
import { startSmtpStandIn } from "#lib/testing/smtp-stand-in.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const service = setUpTestService();

test("201: a letter with a link, for a week; no answer has the link", async () => {
  const { owner, call, email, invite } = await createInviter(service);
  const { invitation, link } = await invite({ email: email.toUpperCase() });
  const { origin, pathname, hash } = new URL(link);
  assert.equal(`${origin}${pathname}`, `${service.url}/invite`);
  assert.match(hash, /^#inv_[0-9A-Za-z]{43}$/);
  const { id, createdAt, expiresAt, ...rest } = invitation;
  assert.match(id, /^inv_[0-9a-f]{32}$/);
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), WEEK_MS);
  assert.deepEqual(rest, {
    email,
    role: "viewer",
    invitedBy: owner.email,
    undelivered: false,
  });

  await (await createInviter(service)).invite();
  assert.deepEqual((await call("GET", "/invitations")).body.data, { invitations: [invitation] });
});

test("the link leads to where BASE_URL says", async () => {
  await service.restart({ BASE_URL: "http://receipts.example/" });
  const owner = await createTestMember({ role: "owner" });
  const answer = await createConsoleClient(service, owner, "")("POST", "/invitations", {
    headers: { Origin: "http://receipts.example" },
    body: { email: "guest@test.example", role: "viewer" },
  });
  assert.ok(!JSON.stringify(answer.body).includes("#inv_"));
  assert.match(await readLink("guest@test.example"), /^http:\/\/receipts\.example\/invite#inv_/);
  await service.restart();
});

test("the token is stored as a hash and appears in no log line", async () => {
  const { invite } = await createInviter(service);
  const { token } = await invite();
  await followLink(service, "open", { token });
  const { rows } = await pool().query("SELECT *, encode(token_hash, 'escape') FROM invitation");
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token));
  assert.ok(!service.logLines.join().includes(token));
});

test("another invitation to the same address replaces the first", async () => {
  const { call, invite } = await createInviter(service);
  await invite();
  const { invitation } = await invite({ role: "developer" });
  assert.deepEqual((await call("GET", "/invitations")).body.data, { invitations: [invitation] });
});

test("a letter that the mail server refuses for good is told, until there is another", async () => {
  await using smtp = await startSmtpStandIn();
  const SMTP_URL = smtp.url;
  await service.restart({ SMTP_URL });
  await pool().query("DELETE FROM mail");
  const { call, email, invite } = await createInviter(service);
  const undelivered = async () => {
    const { invitations } = (await call("GET", "/invitations")).body.data;
    return invitations.map((invitation: { undelivered: boolean }) => invitation.undelivered);
  };
  await invite();
  smtp.refuse = () => 450;
  await sendLetters();
  assert.deepEqual(await undelivered(), [false]);

  await pool().query("UPDATE mail SET due_at = now() - interval '1 second'");
  smtp.refuse = (to) => (to === email ? 550 : undefined);
  await sendLetters();
  assert.deepEqual(await undelivered(), [true]);

  smtp.refuse = () => undefined;
  await invite();
  await sendLetters();
  assert.deepEqual([await undelivered(), smtp.recipients], [[false], [email]]);
  await service.restart();
});

describe("an invitation ends with", () => {
  /** Another owner, and the token of an invitation that they sent. */
  async function createInvited() {
    const { owner, call, email } = await createInviter(service);
    const { organizationId } = owner;
    const other = await createTestMember({ role: "owner", organizationId });
    const body = { email, role: "owner" };
    await createConsoleClient(service, other, "")("POST", "/invitations", { body });
    const token = await readToken(email);
    const path = `/members/${other.memberId}`;
    const list = async () => (await call("GET", "/invitations")).body.data.invitations;
    return { call, other, email, path, token, list };
  }
  const refused = { status: 404, code: "not_found" } as const;
  const accept = (token: string) =>
    followLink(service, "accept", { token, password: GUEST_PASSWORD });

  test("the membership of whoever sent it", async () => {
    const { call, path, token, list } = await createInvited();
    assert.equal((await list()).length, 1);
    assert.equal((await call("DELETE", path)).status, 200);
    assert.deepEqual(await list(), []);
    assertError(await followLink(service, "open", { token }), refused);
    assertError(await accept(token), refused);
  });

  test("their ownership", async () => {
    const { call, path, token, list } = await createInvited();
    await call("PUT", path, { body: { role: "developer" } });
    assert.deepEqual(await list(), []);
    assertError(await accept(token), refused);
    await call("PUT", path, { body: { role: "owner" } });
    assertError(await accept(token), refused);
  });

  test("what they may, however they lost it", async () => {
    const { other, token, list } = await createInvited();
    await pool().query("UPDATE member SET role = 'viewer' WHERE id = $1", [other.memberId]);
    assert.deepEqual(await list(), []);
    assertError(await accept(token), refused);
  });

  for (const [name, isAcceptedFirst, status] of [
    ["a removal at the same time that comes first", false, 404],
    ["a removal at the same time, but not where the acceptance comes first", true, 201],
  ] as const) {
    test(name, async () => {
      const { call, other, email, path, token, list } = await createInvited();
      const steps = [() => accept(token), () => call("DELETE", path)];
      const answers = await inOrder(isAcceptedFirst ? steps : steps.reverse(), other);
      const [accepted, removed] = isAcceptedFirst ? answers : answers.reverse();
      assert.equal(removed?.status, 200, JSON.stringify(removed?.body));
      assert.equal(accepted?.status, status, JSON.stringify(accepted?.body));

      const { members } = (await call("GET", "/members")).body.data;
      const emails = members.map((member: { email: string }) => member.email);
      assert.equal(emails.includes(email), isAcceptedFirst);
      assert.ok(!emails.includes(other.email));
      assert.deepEqual(await list(), []);
      assertError(await accept(token), refused);
    });
  }

  /** Holds the organization until each step waits for it, or has gone past it. */
  async function inOrder(steps: (() => Promise<Answer>)[], { organizationId }: TestMember) {
    const answers: Promise<Answer>[] = [];
    await inLongTransaction(async (client) => {
      await client.query("SELECT FROM organization WHERE id = $1 FOR UPDATE", [organizationId]);
      for (const step of steps) {
        const state = { isDone: false };
        answers.push(step().finally(() => Object.assign(state, { isDone: true })));
        const count = answers.length;
        await until(async () => state.isDone || (await countWaiting(client)) === count);
      }
    });
    return await Promise.all(answers);
  }
});

test("409: a member of the organization is not invited", async () => {
  const { owner, call } = await createInviter(service);
  const body = { email: owner.email, role: "viewer" };
  const answer = await call("POST", "/invitations", { body });
  assertError(answer, { status: 409, code: "conflict", details: /^email: / });
});

test("400: an invalid address, and an unknown role", async () => {
  const { call, email } = await createInviter(service);
  for (const [body, details] of [
    [{ email: "somebody", role: "viewer" }, /^email: /],
    [{ email, role: "admin" }, /^role: /],
  ] as const) {
    const answer = await call("POST", "/invitations", { body });
    assertError(answer, { status: 400, code: "invalid_request", details });
  }
});

test("the letter names the organization and the owner; a name cannot become a link", async () => {
  const { owner, email, invite } = await createInviter(service);
  await pool().query("UPDATE organization SET name = $2 WHERE id = $1", [
    owner.organizationId,
    "<b>Bank</b> https://evil.example/login",
  ]);
  await invite({ role: "developer" });
  const [letter] = await readLetters(email);
  assert.equal(letter?.subject, "Join <b>Bank</ b> https: / / evil. example/ login on Sealslip");
  assert.deepEqual(letter?.facts, [["Invited by", owner.email]]);
  assert.match(letter?.paragraphs.join() ?? "", /invited as a developer/);
});

test("429: five letters an hour to one address", async () => {
  const { call, email } = await createInviter(service);
  const send = () => call("POST", "/invitations", { body: { email, role: "viewer" } });
  for (let count = 0; count < 5; count += 1) assert.equal((await send()).status, 201);
  assertError(await send(), { status: 429, code: "rate_limit_exceeded" });

  const other = await createInviter(service);
  const body = { email, role: "viewer" };
  assert.equal((await other.call("POST", "/invitations", { body })).status, 201);
});
