import assert from "node:assert/strict";
import { URI } from "otpauth";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { randomHashedPan } from "./api-client.ts";
import { sender } from "./audited-stage.ts";
import { startAuthServer } from "./auth-server.ts";
import { callerFor } from "./caller-for.ts";
import { connectTestGateway } from "./connect-test-gateway.ts";
import { type ConsoleClient, createConsoleClient, createTestMember } from "./console-client.ts";
import { createPair } from "./device-keys.ts";
import { type Named, unique } from "./named-secrets.ts";
import { receiptsOfEverything } from "./one-of-everything-receipts.ts";
import { createWalletClient, replacePhone, showCode } from "./pair-phone.ts";
import { addTestPasskey } from "./passkey-member.ts";
import { readToken } from "./read-letters.ts";
import { registerSigningKey } from "./register-signing-key.ts";
import { signInOverHttp } from "./sign-in-over-http.ts";
import { createSigningPair } from "./sign-request.ts";
import { createTestOrganization, type TestService } from "./test-service.ts";
import { payAsVisit, registerAsVisit, startVisit } from "./visit-client.ts";

export type Everything = {
  /** What went in or came out and must be nowhere */
  secrets: Named;
  /** What may be read by whoever has the tables, and is said to be */
  readable: Named;
};

/** Fills an instance with one of everything that it keeps, as its users do. */
export async function createOneOfEverything(service: TestService): Promise<Everything> {
  const members = await membersOfEverything(service);
  const receipts = await receiptsOfEverything(service, members.owner, members.signing);
  const visit = await visitOfEverything(service);
  const all = [members, receipts, visit];
  return {
    secrets: all.flatMap(({ secrets }) => secrets),
    readable: all.flatMap(({ readable }) => readable),
  };
}

async function membersOfEverything(service: TestService) {
  const organizationId = await createTestOrganization("enterprise", "platform");
  const password = unique("password ");
  const passwordHash = await hashPassword(password);
  const owner = await createTestMember({ role: "owner", organizationId, passwordHash });
  const device = unique("Browser/");
  const call = createConsoleClient(service, owner);
  const send = sender((method, path, options) =>
    call(method, path, { ...options, headers: { "User-Agent": device } }),
  );
  const organizationName = unique("Bakery ");
  const formerName = unique("Kiosk ");
  await send("PUT", "/organization", { name: formerName });
  await send("PUT", "/organization", { name: organizationName });

  const { uri } = await send("POST", "/second-factor");
  const app = URI.parse(uri);
  const { recoveryCodes } = await send("PUT", "/second-factor", { code: app.generate() });
  const { passkey } = await addTestPasskey(service, owner);
  await using auth = await startAuthServer();
  const simple = await createTestMember({ organizationId, passwordHash, role: "viewer" });
  const cookies = await signInOverHttp(auth, { email: simple.email, password, device });

  const keyName = unique("Till ");
  const { secret } = await send("POST", "/api-keys", {
    name: keyName,
    scopes: ["payments:read"],
  });
  const program = await programOfEverything(service, send);
  const { userCode } = await showCode(
    createWalletClient(service, owner),
    await createPair("P-256"),
  );
  const userId = await phoneReplaced(service, owner, call);
  const signing = await createSigningPair("ES256");
  const signingName = unique("Signing ");
  await registerSigningKey(call, signing, signingName);
  const credentials = { secretKey: unique("sk_test_"), webhookSecret: unique("whsec_") };
  const account = unique("acct_");
  const tenant = { organizationId, environment: "staging" } as const;
  await connectTestGateway(tenant, "gateway_one", "stripe", credentials, { account });

  const webhook = await webhookOfEverything(service, owner);
  const letters = await lettersOfEverything(service, send);
  const removed = await createTestMember({ organizationId, role: "viewer" });
  await send("DELETE", `/members/${removed.memberId}`);

  const secrets: Named = [
    ["password", password],
    ["authenticator app", app.secret.base32],
    ["authenticator app, bytes", new Uint8Array(app.secret.buffer)],
    ...recoveryCodes.map((code: string) => ["recovery code", code]),
    ["session", cookieValue(owner.cookie)],
    ["session by signing in", cookieValue(cookies)],
    ["API key", secret],
    ["signing key", signing.privateKey.export({ format: "der", type: "pkcs8" }).subarray(36, 68)],
    ["credentials", credentials.secretKey],
    ["webhook secret", credentials.webhookSecret],
    ...program.secrets,
    ...webhook.secrets,
    ...letters.secrets,
  ];
  const readable: Named = [
    ["code of a new phone", userCode],
    ["cardholder with a new phone", userId],
    ["organization", organizationName],
    ["organization's former name", formerName],
    ["owner's email", owner.email],
    ["member's email", simple.email],
    ["removed member's email", removed.email],
    ["device", device],
    ["passkey", Buffer.from(passkey.id, "base64url")],
    ["API key's name", keyName],
    ["signing key's name", signingName],
    ["signing key's id", signing.kid],
    ["provider's account", account],
    ...program.readable,
    ...webhook.readable,
    ["sign-in address", "192.0.2.1"],
    ...letters.readable,
  ];
  return { owner: { ...owner, organizationId }, signing, secrets, readable };
}

/** A sign-in that is approved, and whose key was not fetched. */
async function programOfEverything(service: TestService, send: ReturnType<typeof sender>) {
  const deviceName = unique("laptop-");
  const response = await fetch(`${service.url}/api/device-logins`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ deviceName }),
  });
  const { userCode, deviceCode } = (await response.json()).data;
  await send("POST", "/device-logins/approve", { userCode, scopes: ["payments:read"] });
  const secrets: Named = [["device code", deviceCode]];
  const readable: Named = [
    ["computer", deviceName],
    ["user code", userCode],
  ];
  return { secrets, readable };
}

/** The id of a cardholder whose lost phone was replaced. */
async function phoneReplaced(
  service: TestService,
  owner: { cookie: string },
  call: ConsoleClient,
): Promise<string> {
  const [lost, phone] = [await createPair("P-256"), await createPair("P-256")];
  const { userId } = await callerFor(service, owner)("POST /api/v1/onboarding/register", {
    body: { hashedPan: randomHashedPan(), keyId: lost.keyId, publicKey: lost.publicKey },
  });
  const { userCode } = await showCode(createWalletClient(service, owner), phone);
  const lostKeyIds = [lost.keyId];
  await replacePhone(call, userId, { userCode, keyId: phone.keyId, lostKeyIds });
  return userId;
}

async function webhookOfEverything(service: TestService, owner: { cookie: string }) {
  const call = callerFor(service, owner);
  // Nothing listens there: the test below has failed at once.
  const url = `http://127.0.0.1:1/${unique("path-")}`;
  const description = unique("Tills ");
  const { endpointId, secret } = await call("POST /api/v1/webhook-endpoints", {
    body: { url, description },
  });
  const params = { endpointId };
  const path = "POST /api/v1/webhook-endpoints/{endpointId}/rotate-secret";
  const rotated = await call(path, { params });
  await call("POST /api/v1/webhook-endpoints/{endpointId}/test", { params });
  const secrets: Named = [
    ["secret of an endpoint", rotated.secret.slice("whsec_".length)],
    ["secret of an endpoint, before its rotation", secret.slice("whsec_".length)],
  ];
  const readable: Named = [
    ["URL of an endpoint", url],
    ["description of an endpoint", description],
  ];
  return { secrets, readable };
}

/** Of each kind of letter one that waits, with a link that lets somebody in. */
async function lettersOfEverything(service: TestService, send: ReturnType<typeof sender>) {
  const guest = `${unique("guest-")}@test.example`;
  const founder = `${unique("founder-")}@test.example`;
  const later = `${unique("later-")}@test.example`;
  const shop = unique("Shop ");
  const forgetful = await createTestMember({ role: "viewer" });
  const nobody = sender(createConsoleClient(service, { cookie: "" }, ""));
  await send("POST", "/email", { email: later });
  await send("POST", "/invitations", { email: guest, role: "viewer" });
  await nobody("POST", "/sign-up", { organizationName: shop, kind: "merchant", email: founder });
  await nobody("POST", "/password-reset", { email: forgetful.email });
  const secrets: Named = [
    ["confirmation", await readToken(later)],
    ["invitation", await readToken(guest)],
    ["sign-up", await readToken(founder)],
    ["reset", await readToken(forgetful.email)],
  ];
  const readable: Named = [
    ["owner's next email", later],
    ["guest's email", guest],
    ["founder's email", founder],
    ["founder's organization", shop],
    ["forgetful member's email", forgetful.email],
  ];
  return { secrets, readable };
}

async function visitOfEverything(service: TestService) {
  const visit = await startVisit(service);
  const shop = unique("Visited ");
  assert.equal((await payAsVisit(visit, { merchantName: shop })).status, 201);
  const { privateKey } = await registerAsVisit(visit);
  const secrets: Named = [
    ["visit", cookieValue(visit.cookie)],
    ["visitor's card", visit.hashedPan],
    ["visitor's receipt", shop],
    ["visitor's key", privateKey.split("\n")[5] ?? ""],
  ];
  return { secrets, readable: [] };
}

function cookieValue(cookies: string): string {
  const [, value = ""] = /session[\w-]*=([^;]+)/.exec(cookies) ?? /=([^;]+)/.exec(cookies) ?? [];
  return value;
}
