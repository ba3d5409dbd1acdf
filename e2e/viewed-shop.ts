import { type APIRequestContext, expect } from "@playwright/test";
import type { Role } from "#lib/core/permissions.ts";
import { createSigningPair, signChallenge } from "#lib/testing/sign-request.ts";
import { pay } from "./pay.ts";
import { readLink } from "./read-mailbox.ts";
import {
  type Member,
  makeMember,
  type OpenRequest,
  oncePerWorker,
  test as signedIn,
  signIn,
} from "./signed-in.ts";

type Shop = {
  owner: Member;
  ownerId: string;
  viewer: Member;
  viewerId: string;
  /** An invitation that waits. */
  invited: string;
  invitationId: string;
  apiKeyId: string;
  signingKeyId: string;
  receiptId: string;
};

const shops = new Map<"shop", Promise<Shop>>();

/** Tests whose pages are signed in as a viewer of a shop that has one of everything. */
export const test = signedIn.extend<{ shop: Shop }>({
  shop: async ({ openRequest, origin }, use) => {
    await use(await oncePerWorker(shops, "shop", () => makeShop(openRequest, origin)));
  },
  member: async ({ shop }, use) => use(shop.viewer),
});

async function makeShop(openRequest: OpenRequest, origin: string): Promise<Shop> {
  const [owners, viewers] = [await openRequest(), await openRequest()];
  const owner = await makeMember(owners);
  const viewer = await invite(owners, viewers, { ...owner, role: "viewer" });
  const { member: ownersSelf } = await call(owners, "GET", "session");
  const { member: viewersSelf } = await call(viewers, "GET", "session");
  const things = await fill(owners, origin);
  return { owner, ownerId: ownersSelf.id, viewer, viewerId: viewersSelf.id, ...things };
}

/** A member of the owner's organization, signed in. */
export async function invite(
  owners: APIRequestContext,
  viewers: APIRequestContext,
  { organizationName, role }: Pick<Member, "organizationName"> & { role: Role },
): Promise<Member> {
  const account = { email: newEmail(), password: "four words in a row" };
  await call(owners, "POST", "invitations", { email: account.email, role });
  const token = new URL(await readLink(owners, account.email)).hash.slice(1);
  await call(viewers, "POST", "invitations/accept", { token, password: account.password });
  return { organizationName, ...account, state: await signIn(viewers, account) };
}

async function fill(owners: APIRequestContext, origin: string) {
  const invited = newEmail();
  const { invitation } = await call(owners, "POST", "invitations", {
    email: invited,
    role: "developer",
  });
  const scopes = ["payments:write"];
  const { apiKey } = await call(owners, "POST", "api-keys", { name: "Till one", scopes });
  const pair = await createSigningPair("EdDSA");
  const { challenge } = await call(owners, "POST", "signing-keys/challenge");
  const signingKey = await call(owners, "POST", "signing-keys", {
    name: "Signer one",
    publicKey: pair.publicKey.export({ format: "pem", type: "spki" }),
    proof: signChallenge(pair, challenge),
  });
  await call(owners, "PUT", "gateways/gateway_one", { provider: "sandbox" });
  const { receiptId } = await pay(owners, { origin });
  return {
    invited,
    invitationId: invitation.id,
    apiKeyId: apiKey.id,
    signingKeyId: signingKey.id,
    receiptId,
  };
}

async function call(request: APIRequestContext, method: string, path: string, data?: object) {
  const headers = { "X-Environment": "development" };
  const answer = await request.fetch(`/api/console/${path}`, { method, headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

function newEmail(): string {
  return `${crypto.randomUUID()}@e2e.example`;
}
