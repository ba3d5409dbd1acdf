import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hash } from "@node-rs/argon2";
import { sessionCookie } from "#lib/auth/session.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { type AuthServer, startAuthServer } from "#lib/testing/auth-server.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { startTestService, type TestService } from "#lib/testing/test-service.ts";

const password = "correct horse battery staple";

let service: TestService;
let auth: AuthServer;
let member: Awaited<ReturnType<typeof createTestMember>>;
before(async () => {
  service = await startTestService();
  auth = await startAuthServer();
  member = await createTestMember({ passwordHash: await hash(password) });
});
after(async () => {
  await auth[Symbol.asyncDispose]();
  await service.close();
});

async function post(path: string, cookie: string, fields: Record<string, string>) {
  const response = await fetch(`${auth.url}/api/auth${path}`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams({ ...fields, json: "true" }),
  });
  return { status: response.status, body: await response.json(), cookies: cookiesOf(response) };
}

function cookiesOf(response: Response): string[] {
  return response.headers.getSetCookie();
}

/** Signs in as a page does: a token against forgery first. */
async function signInWith(email: string, secret: string) {
  const response = await fetch(`${auth.url}/api/auth/csrf`);
  const { csrfToken } = await response.json();
  const cookie = cookiesOf(response)
    .map((text) => text.split(";")[0])
    .join("; ");
  const answer = await post("/callback/credentials", cookie, {
    email,
    password: secret,
    csrfToken,
  });
  const session = answer.cookies.find((text) => text.startsWith(`${sessionCookie().name}=`));
  return { ...answer, session };
}

test("email and password make a session that the API takes until it is revoked", async () => {
  const { status, session } = await signInWith(member.email, password);
  assert.equal(status, 200);
  assert.match(session ?? "", /; HttpOnly/);
  assert.match(session ?? "", /; SameSite=Lax/);
  assert.match(session ?? "", /; Path=\//);

  const [cookie = ""] = session?.split(";") ?? [];
  const call = createConsoleClient(service, { cookie });
  assert.equal((await call("GET", "/gateways")).status, 200);
  // Encrypted: the member's id is not to be read in it.
  const parts = cookie.split(".").map((part) => Buffer.from(part, "base64url").toString());
  assert.ok(parts.every((part) => !part.includes(member.memberId)));

  const shown = await fetch(`${auth.url}/api/auth/session`, { headers: { Cookie: cookie } });
  assert.deepEqual(Object.keys(await shown.json()), ["expires"]);

  await pool().query("UPDATE member SET session_version = 2 WHERE id = $1", [member.memberId]);
  assertError(await call("GET", "/gateways"), { status: 401, code: "unauthorized" });
});

test("a wrong password and an unknown email are refused alike", async () => {
  const wrong = await signInWith(member.email, "wrong");
  const unknown = await signInWith("nobody@test.example", password);
  for (const answer of [wrong, unknown]) {
    assert.equal(answer.status, 401);
    assert.equal(answer.session, undefined);
    assert.match(answer.body.url, /error=CredentialsSignin/);
  }
  assert.deepEqual(wrong.body, unknown.body);
});

test("no session without the token against forgery", async () => {
  const { cookies } = await post("/callback/credentials", "", { email: member.email, password });
  assert.ok(!cookies.some((text) => text.startsWith(sessionCookie().name)));
});
