import assert from "node:assert/strict";
import { after, beforeEach, describe, type Mock, mock, test } from "node:test";
import { sessionCookie } from "#lib/accounts/session-cookie.ts";
import type { AuditAction } from "#lib/core/audit.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { startAuthServer } from "#lib/testing/auth-server.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { OIDC_CLIENT, type OidcStandIn, startOidcStandIn } from "#lib/testing/oidc-stand-in.ts";
import { readLetters } from "#lib/testing/read-letters.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

let provider: OidcStandIn;
let complaints: Mock<typeof console.error>;
setUp(async () => {
  provider = await startOidcStandIn();
  // Next-auth writes each failed callback to the console, and some of these have to fail.
  complaints = mock.method(console, "error", () => undefined);
});
beforeEach(() => {
  Object.assign(provider, { claims: {}, forge: false, namedIssuer: undefined, codesTaken: 0 });
});
const service = setUpTestService(() => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: OIDC_CLIENT.id,
  OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
  OIDC_NAME: "Example",
}));
const auth = setUp(startAuthServer);
after(async () => {
  complaints.mock.restore();
  await provider[Symbol.asyncDispose]();
});

type Change = (callback: URL, cookies: Map<string, string>) => void;

/** A browser on its way to the provider, and back. */
function createBrowser() {
  const cookies = new Map<string, string>();
  const ask = async (url: string | URL, init: RequestInit = {}) => {
    const Cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { ...init.headers, Cookie };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const text of response.headers.getSetCookie()) {
      const [name = "", value = ""] = text.split(";")[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  /** Where next-auth sends it. */
  const begin = async (query = ""): Promise<string> => {
    const { csrfToken } = await (await ask(`${auth.url}/api/auth/csrf`)).json();
    const begun = await ask(`${auth.url}/api/auth/signin/oidc${query}`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, json: "true", callbackUrl: `${auth.url}/merchant` }),
    });
    return (await begun.json()).url;
  };
  return { cookies, ask, begin };
}

/** Goes to the provider and back; `change` tampers with the callback on the way. */
async function goThere(change: Change = () => undefined, query = "") {
  const { cookies, ask, begin } = createBrowser();
  const url = await begin(query);
  assert.ok(url.startsWith(`${provider.issuer}/authorize?`), url);
  const there = await fetch(url, { redirect: "manual" });
  const callback = new URL(there.headers.get("location") ?? "");
  change(callback, cookies);
  const back = await ask(callback);
  return {
    asked: new URL(url).searchParams,
    location: new URL(back.headers.get("location") ?? "", auth.url),
    session: cookies.get(sessionCookie().name),
    again: async () => await ask(callback),
  };
}

test("a member with a verified email, in any case, is signed in and sent on", async () => {
  const { email, memberId } = await createTestMember();
  provider.claims = { email: email.toUpperCase(), email_verified: true };
  const { asked, location, session } = await goThere();
  assert.equal(location.href, `${auth.url}/merchant`);
  assert.deepEqual(
    [asked.get("scope"), asked.get("response_type"), asked.get("code_challenge_method")],
    ["openid email", "code", "S256"],
  );
  const call = createConsoleClient(service, { cookie: `${sessionCookie().name}=${session}` });
  const answer = await call("GET", "/session");
  assert.equal(answer.body.data.member.id, memberId);
});

test("from then on the person is known by the subject, whoever has the email", async () => {
  const { email, memberId } = await createTestMember();
  provider.claims = { email, email_verified: true, sub: `first ${memberId}` };
  assert.ok((await goThere()).session);
  const [letter] = await readLetters(email);
  assert.equal(letter?.subject, "Single sign-on was connected");

  provider.claims = { email, email_verified: true, sub: `second ${memberId}` };
  const other = await goThere();
  assert.deepEqual([other.location.search, other.session], ["?error=no_member", undefined]);

  provider.claims = { email: "new@test.example", sub: `first ${memberId}` };
  const { session } = await goThere();
  const call = createConsoleClient(service, { cookie: `${sessionCookie().name}=${session}` });
  assert.equal((await call("GET", "/session")).body.data.member.id, memberId);
  const { issuer } = provider;
  assert.deepEqual(await readActs(memberId, "single_sign_on.connected"), [{ issuer }]);
});

/** What the trail says of the acts, once for each. */
async function readActs(memberId: string, action: AuditAction): Promise<unknown[]> {
  const { rows } = await pool().query(
    "SELECT after FROM audit_entry WHERE actor_id = $1 AND target = $1 AND action = $2",
    [memberId, action],
  );
  return rows.map(({ after }) => after);
}

test("the address of a member who was bound before it was confirmed is the provider's to confirm", async () => {
  const { email, memberId } = await createTestMember();
  const claims = { sub: `bound ${memberId}` };
  provider.claims = { ...claims, email, email_verified: true };
  assert.ok((await goThere()).session);
  await pool().query("UPDATE member SET email_verified_at = NULL WHERE id = $1", [memberId]);
  const confirmed = async (said: object) => {
    provider.claims = { ...claims, ...said };
    const { session } = await goThere();
    const call = createConsoleClient(service, { cookie: `${sessionCookie().name}=${session}` });
    return (await call("GET", "/session")).body.data.member.emailConfirmed;
  };
  assert.equal(await confirmed({ email, email_verified: false }), false);
  assert.equal(await confirmed({ email: "other@test.example", email_verified: true }), false);
  assert.equal(await confirmed({ email, email_verified: true }), true);
  assert.equal(await confirmed({ email, email_verified: true }), true);
  assert.deepEqual(await readActs(memberId, "email.confirmed"), [{ method: "oidc" }]);
});

describe("within a day of a recovery code", () => {
  const tell = async (memberId: string, hoursAgo: number) =>
    await prisma().member.update({
      where: { id: memberId },
      data: { recoveryToldAt: new Date(Date.now() - hoursAgo * 60 * 60_000) },
    });

  test("nobody is bound, until the day is over", async () => {
    const { email, memberId } = await createTestMember();
    await tell(memberId, 23);
    provider.claims = { email, email_verified: true, sub: `held ${memberId}` };
    const { location, session } = await goThere();
    assert.deepEqual([location.search, session], ["?error=recovery_hold", undefined]);

    await tell(memberId, 24);
    assert.ok((await goThere()).session);
  });

  test("who was bound before signs in", async () => {
    const { email, memberId } = await createTestMember();
    provider.claims = { email, email_verified: true, sub: `bound before ${memberId}` };
    assert.ok((await goThere()).session);
    await tell(memberId, 1);
    assert.ok((await goThere()).session);
  });
});

describe("a proof of who one is", () => {
  async function attempt(claims: Record<string, unknown>) {
    const { email } = await createTestMember();
    provider.claims = { email, email_verified: true, ...claims };
    const { session } = await goThere();
    const call = createConsoleClient(service, { cookie: `${sessionCookie().name}=${session}` });
    return (await call("POST", "/sessions/end-others")).status;
  }
  const now = () => Math.floor(Date.now() / 1000);

  test("is a sign-in at the provider of the last five minutes", async () => {
    assert.equal(await attempt({ auth_time: now() }), 200);
  });

  test("is asked of the provider by the page that needs it", async () => {
    const { email } = await createTestMember();
    provider.claims = { email, email_verified: true };
    const { asked } = await goThere(undefined, "?prompt=login&max_age=0");
    assert.deepEqual([asked.get("prompt"), asked.get("max_age")], ["login", "0"]);
  });

  test("is not an older one, nor one of unknown age", async () => {
    assert.equal(await attempt({ auth_time: now() - 301 }), 403);
    assert.equal(await attempt({ auth_time: String(now()) }), 403);
    assert.equal(await attempt({}), 403);
  });
});

describe("is refused", () => {
  const members = async () => (await pool().query("SELECT count(*) FROM member")).rows[0].count;

  const refusals: [string, Record<string, unknown>, string][] = [
    ["whoever is no member", { email: "nobody@test.example", email_verified: true }, "no_member"],
    ["whose email is not verified", { email_verified: false }, "email_not_verified"],
    ["whose verification is unknown", {}, "email_not_verified"],
    ["whose verification is a text", { email_verified: "true" }, "email_not_verified"],
    ["who has no email", { email: undefined, email_verified: true }, "email_not_verified"],
  ];
  for (const [name, claims, error] of refusals) {
    test(name, async () => {
      const { email } = await createTestMember();
      const before = await members();
      provider.claims = { email, ...claims };
      const { location, session } = await goThere();
      assert.deepEqual([location.pathname, location.search], ["/sign-in", `?error=${error}`]);
      assert.equal(session, undefined);
      assert.equal(await members(), before);
    });
  }

  test("at an account whose address somebody has only claimed", async () => {
    const { email, memberId } = await createTestMember();
    await pool().query("UPDATE member SET email_verified_at = NULL WHERE id = $1", [memberId]);
    provider.claims = { email, email_verified: true };
    const { location, session } = await goThere();
    assert.deepEqual([location.search, session], ["?error=not_confirmed", undefined]);
  });

  const forgeries: [string, () => void, Change?][] = [
    ["with a token of another key", () => Object.assign(provider, { forge: true })],
    ["with a token for another client", () => Object.assign(provider.claims, { aud: "other" })],
    ["with a token of another issuer", () => Object.assign(provider.claims, { iss: "http://x" })],
    ["with a token of another sign-in", () => Object.assign(provider.claims, { nonce: "other" })],
    [
      "with another state",
      () => undefined,
      (callback) => callback.searchParams.set("state", "other"),
    ],
    ["from another browser", () => undefined, (_, cookies) => cookies.clear()],
  ];
  for (const [name, forge, change] of forgeries) {
    test(name, async () => {
      const { email } = await createTestMember();
      provider.claims = { email, email_verified: true };
      forge();
      const { location, session } = await goThere(change);
      assert.match(location.search, /\?error=OAuthCallback$/);
      assert.equal(session, undefined);
    });
  }
});

describe("a provider whose metadata names another issuer", () => {
  const others: [string, () => string][] = [
    ["of another host", () => "https://login.example"],
    ["with a slash more", () => `${provider.issuer}/`],
  ];
  for (const [name, issuer] of others) {
    test(`${name} gets nobody, from the beginning`, async () => {
      provider.namedIssuer = issuer();
      const url = await createBrowser().begin();
      assert.match(url, /\/api\/auth\/error\?error=OAuthSignin$/);
      assert.match(service.logLines.join(""), /names another issuer/);
    });

    test(`${name} gets no code on the way back`, async () => {
      const { email } = await createTestMember();
      provider.claims = { email, email_verified: true };
      const { location, session } = await goThere(() => {
        provider.namedIssuer = issuer();
      });
      assert.match(location.search, /\?error=OAuthCallback$/);
      assert.equal(session, undefined);
      assert.equal(provider.codesTaken, 0);
    });
  }
});

test("a code works once", async () => {
  const { email } = await createTestMember();
  provider.claims = { email, email_verified: true };
  const { session, again } = await goThere();
  assert.ok(session);
  const second = await again();
  assert.match(second.headers.get("location") ?? "", /error=OAuthCallback$/);
});
