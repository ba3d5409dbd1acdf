import assert from "node:assert/strict";
import { test } from "node:test";
import { URI } from "otpauth";
import { pool } from "#lib/storage/database.ts";
import {
  createConsoleClient,
  createTestMember,
  type TestMember,
} from "#lib/testing/console-client.ts";
import { readLetters } from "#lib/testing/read-letters.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { hashPassword } from "./hash-password.ts";
import { beginSession } from "./sessions.ts";

const password = "seven lanterns over the quay";
const service = setUpTestService();
let passwordHash: string;
setUp(async () => {
  passwordHash = await hashPassword(password);
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function signInFrom(
  { memberId, organizationId }: TestMember,
  cookies: string | null,
  address = "192.0.2.7",
) {
  const visitor = { address, userAgent: firefox, cookies };
  const proof = { method: "password", secondFactor: null, provedAt: new Date() } as const;
  await beginSession({ memberId, organizationId, sessionVersion: 1 }, visitor, proof);
}

/** The cookie by which the service knows the browser that uses this session. */
async function becomeKnown(cookie: string, more = ""): Promise<string | undefined> {
  const call = createConsoleClient(service, { cookie: `${cookie}${more}` }, "");
  const answer = await call("GET", "/session");
  return answer.headers.get("set-cookie")?.split(";", 1)[0];
}

const subjects = async (to: string) => (await readLetters(to)).map(({ subject }) => subject);
const used = (memberId: string) =>
  pool().query("UPDATE member SET last_seen_at = now() WHERE id = $1", [memberId]);

test("a sign-in from a browser that the member has not used is told, with place and time", async () => {
  const member = await createTestMember();
  const { memberId, email } = member;
  await used(memberId);
  await signInFrom(member, null);
  const [letter] = await readLetters(email);
  assert.equal(letter?.subject, "New sign-in to your account");
  const facts = Object.fromEntries(letter?.facts ?? []);
  assert.deepEqual([facts.Browser, facts.Address], ["Firefox on Linux", "192.0.2.7"]);
  assert.match(facts.Time ?? "", / UTC$/);
});

test("one from a browser that the member uses is not, nor the first of all", async () => {
  const member = await createTestMember();
  const { memberId, email, cookie } = member;
  await signInFrom(member, null);
  const device = await becomeKnown(cookie);
  await used(memberId);
  await signInFrom(member, device ?? "");
  assert.deepEqual(await subjects(email), []);
});

test("a browser that two members use is known to both, and to nobody else", async () => {
  const [ada, bob, eve] = [
    await createTestMember(),
    await createTestMember(),
    await createTestMember(),
  ];
  const first = await becomeKnown(ada.cookie);
  const both = await becomeKnown(bob.cookie, `; ${first}`);
  for (const member of [ada, bob, eve]) {
    await used(member.memberId);
    await signInFrom(member, both ?? "");
  }
  const told = await Promise.all([ada, bob, eve].map(({ email }) => subjects(email)));
  assert.deepEqual(
    told.map(({ length }) => length),
    [0, 0, 1],
  );
  assert.equal(await becomeKnown(ada.cookie, `; ${both}`), undefined, "not written again");
});

test("a cookie that somebody made up, or a session's, makes no browser known", async () => {
  const member = await createTestMember();
  const { memberId, email, cookie } = member;
  await used(memberId);
  const session = cookie.split("=").slice(1).join("=");
  for (const forged of [`sealslip.device=${memberId}`, `sealslip.device=${session}`]) {
    await signInFrom(member, forged);
  }
  assert.equal((await subjects(email)).length, 2);
});

test("changes of the password and the second factor are told", async () => {
  const member = await createTestMember({ passwordHash });
  let call = createConsoleClient(service, member, "");
  const { uri } = (await call("POST", "/second-factor")).body.data;
  const app = URI.parse(uri);
  const body = { code: "generate" in app ? app.generate() : "" };
  assert.equal((await call("PUT", "/second-factor", { body })).status, 200);
  await call("DELETE", "/second-factor");
  const changed = await call("PUT", "/password", {
    body: { currentPassword: password, newPassword: "a long and winding road" },
  });
  assert.equal(changed.status, 200);
  assert.deepEqual(await subjects(member.email), [
    "Your password was changed",
    "A second factor was removed",
    "A second factor was added",
  ]);

  call = createConsoleClient(service, await createTestMember({ passwordHash }), "");
  const refused = await call("PUT", "/password", {
    body: { currentPassword: "wrong", newPassword: "a long and winding road" },
  });
  assert.equal(refused.status, 400);
});

test("an address that nobody has verified gets no notice", async () => {
  const member = await createTestMember();
  const { memberId, email } = member;
  await used(memberId);
  await pool().query("UPDATE member SET email_verified_at = NULL WHERE id = $1", [memberId]);
  await signInFrom(member, null);
  assert.deepEqual(await subjects(email), []);
});

test("whoever signs in again and again hears of it five times an hour", async () => {
  const member = await createTestMember();
  const { memberId, email } = member;
  await used(memberId);
  for (let count = 0; count < 8; count += 1) await signInFrom(member, null);
  assert.equal((await subjects(email)).length, 5);
});
