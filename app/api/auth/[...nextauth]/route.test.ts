import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { sessionCookie } from "#lib/accounts/session-cookie.ts";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { startAuthServer } from "#lib/testing/auth-server.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { addTestTotp } from "#lib/testing/totp-member.ts";
import { stopClock } from "#lib/testing/wall-clock.ts";

const password = "seven lanterns over the quay";

const service = setUpTestService();
const auth = setUp(startAuthServer);
const member = setUp(async () => createTestMember({ passwordHash: await hashPassword(password) }));

async function post(
  path: string,
  cookie: string,
  fields: Record<string, string>,
  address = "192.0.2.1",
) {
  const response = await fetch(`${auth.url}/api/auth${path}`, {
    method: "POST",
    headers: { Cookie: cookie, [CLIENT_ADDRESS_HEADER]: address },
    body: new URLSearchParams({ ...fields, json: "true" }),
  });
  return { status: response.status, body: await response.json(), cookies: cookiesOf(response) };
}

function cookiesOf(response: Response): string[] {
  return response.headers.getSetCookie();
}

async function askForToken(): Promise<{ csrfToken: string; cookie: string }> {
  const response = await fetch(`${auth.url}/api/auth/csrf`);
  const { csrfToken } = await response.json();
  const pairs = cookiesOf(response).map((text) => text.split(";")[0]);
  return { csrfToken, cookie: pairs.join("; ") };
}

/** Signs in as a page does: gets a CSRF token first. */
async function signInWith(email: string, secret: string, address?: string, code = "") {
  const { csrfToken, cookie } = await askForToken();
  const fields = { email, password: secret, code, csrfToken };
  const answer = await post("/callback/credentials", cookie, fields, address);
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
  // Encrypted: the member's id cannot be read from it.
  const parts = cookie.split(".").map((part) => Buffer.from(part, "base64url").toString());
  assert.ok(parts.every((part) => !part.includes(member.memberId)));

  const shown = await fetch(`${auth.url}/api/auth/session`, { headers: { Cookie: cookie } });
  assert.deepEqual(Object.keys(await shown.json()), ["expires"]);

  await call("POST", "/session/end-all");
  assertError(await call("GET", "/gateways"), { status: 401, code: "unauthorized" });
});

test("a cookie that was copied counts no more after the sign-out", async () => {
  const { session } = await signInWith(member.email, password);
  const [copied = ""] = session?.split(";") ?? [];
  const call = createConsoleClient(service, { cookie: copied });
  assert.equal((await call("GET", "/organization")).status, 200);

  const { csrfToken, cookie } = await askForToken();
  const { cookies } = await post("/signout", `${cookie}; ${copied}`, { csrfToken });
  assert.ok(
    cookies.some((text) => text.startsWith(`${sessionCookie().name}=;`)),
    cookies.join(),
  );
  assertError(await call("GET", "/organization"), { status: 401, code: "unauthorized" });

  // Next-auth writes the cookie anew for whoever asks; the session stays ended.
  const shown = await fetch(`${auth.url}/api/auth/session`, { headers: { Cookie: copied } });
  const renewed = cookiesOf(shown).find((text) => text.startsWith(sessionCookie().name));
  const again = createConsoleClient(service, { cookie: renewed?.split(";")[0] ?? "" });
  assertError(await again("GET", "/organization"), { status: 401, code: "unauthorized" });
});

test("a sign-in takes the place of the session that the browser has", async () => {
  const first = await signInWith(member.email, password);
  const [earlier = ""] = first.session?.split(";") ?? [];
  const { csrfToken, cookie } = await askForToken();
  const fields = { email: member.email, password, csrfToken };
  const second = await post("/callback/credentials", `${cookie}; ${earlier}`, fields);
  assert.ok(second.cookies.some((text) => text.startsWith(`${sessionCookie().name}=`)));
  const call = createConsoleClient(service, { cookie: earlier });
  assertError(await call("GET", "/organization"), { status: 401, code: "unauthorized" });
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

test("no session without a CSRF token", async () => {
  const { cookies } = await post("/callback/credentials", "", { email: member.email, password });
  assert.ok(!cookies.some((text) => text.startsWith(sessionCookie().name)));
});

test("a failure of the service is shown only in the log", async () => {
  const broken = await createTestMember({ passwordHash: await hashPassword(password) });
  await pool().query("UPDATE member SET totp_secret = $2, totp_since = now() WHERE id = $1", [
    broken.memberId,
    Buffer.alloc(40),
  ]);
  // However often it happens, it does not count as a failed attempt.
  for (let count = 0; count < 8; count += 1) {
    const { body, session } = await signInWith(broken.email, password, "192.0.2.9", "123456");
    assert.equal(session, undefined);
    assert.match(body.url, /\/sign-in\?error=service_unavailable$/);
  }
  assert.ok(service.logLines.some((line) => line.includes("a sign-in failed")));
});

test("a second factor is asked for, and a wrong code is refused", async () => {
  const guarded = await createTestMember({ passwordHash: await hashPassword(password) });
  const { recoveryCodes } = await addTestTotp(service, guarded);

  const without = await signInWith(guarded.email, password);
  assert.match(without.body.url, /\/sign-in\?error=second_factor_needed$/);
  const wrong = await signInWith(guarded.email, password, "192.0.2.1", "no code");
  assert.match(wrong.body.url, /\/sign-in\?error=wrong_code$/);
  for (const { session } of [without, wrong]) assert.equal(session, undefined);
  assert.ok((await signInWith(guarded.email, password, "192.0.2.1", recoveryCodes[0])).session);
});

test("too many attempts are refused with the time to wait, for the address that made them", async (context) => {
  const address = "192.0.2.2";
  stopClock(context);
  for (let count = 0; count < 6; count += 1) await signInWith(member.email, "wrong", address);
  const refused = await signInWith(member.email, password, address);
  assert.equal(refused.session, undefined);
  const { pathname, searchParams } = new URL(refused.body.url);
  assert.equal(pathname, "/sign-in");
  assert.deepEqual(Object.fromEntries(searchParams), { error: "too_many_tries", retryAfter: "5" });

  assert.ok((await signInWith(member.email, password, "192.0.2.3")).session);
});
