import { randomBytes } from "node:crypto";
import {
  type APIRequestContext,
  type BrowserContextOptions,
  test as base,
  expect,
} from "@playwright/test";
import { environments } from "#lib/core/vocabulary.ts";
import { approveOrganization, createOrganization } from "#lib/organizations/operate.ts";
import { withAppDatabase } from "./app-database.ts";

type State = Exclude<BrowserContextOptions["storageState"], string | undefined>;

export type Member = {
  organizationName: string;
  email: string;
  password: string;
  /** The cookies of a session. */
  state: State;
};

/** For a browser of somebody else: a context that a test makes begins with the member's cookies. */
export const signedOut: State = { cookies: [], origins: [] };

type Kind = "merchant" | "issuer" | "platform";

/** Calls the API as a page of the service does, with cookies of its own. */
export type OpenRequest = () => Promise<APIRequestContext>;

// Kept here and not in fixtures of the worker: each choice of those would start another browser.
const members = new Map<Kind, Promise<Member>>();

/**
 * Tests whose pages are signed in, as the owner of an organization that this worker has for itself:
 * what one test file leaves in it, no other worker sees. `test.use({ kind: "issuer" })` at the top of
 * a file asks for another kind.
 */
export const test = base.extend<{
  kind: Kind;
  origin: string;
  openRequest: OpenRequest;
  member: Member;
}>({
  kind: ["merchant", { option: true }],
  origin: async ({ baseURL }, use) => use(baseURL ?? ""),
  openRequest: async ({ origin, playwright }, use) => {
    const open: APIRequestContext[] = [];
    await use(async () => {
      const request = await playwright.request.newContext({
        baseURL: origin,
        extraHTTPHeaders: { Origin: origin },
      });
      open.push(request);
      return request;
    });
    await Promise.all(open.map((request) => request.dispose()));
  },
  member: async ({ kind, openRequest }, use) => {
    const makeOwner = async () => makeMember(await openRequest(), kind);
    await use(await oncePerWorker(members, kind, makeOwner));
  },
  storageState: async ({ member }, use) => use(member.state),
});

/** What `make` made when this worker first asked for `key`. */
export async function oncePerWorker<Key, Value>(
  made: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return await value;
}

/** Makes an organization that may act everywhere, with its owner, signed in. */
export async function makeMember(
  request: APIRequestContext,
  kind: Kind = "merchant",
): Promise<Member> {
  const text = randomBytes(4).toString("hex");
  const [organizationName, email] = [`Shop ${text}`, `${text}@e2e.example`];
  const { password } = await withAppDatabase(async () => {
    const made = await createOrganization({ name: organizationName, kind, email, tier: "free" });
    await approveOrganization({ organizationId: made.organizationId, environments });
    return made;
  });
  const account = { organizationName, email, password };
  return { ...account, state: await signIn(request, account) };
}

/** Signs in through next-auth's endpoints, as the sign-in page does. */
export async function signIn(
  request: APIRequestContext,
  { email, password }: Pick<Member, "email" | "password">,
): Promise<State> {
  // Without the cookies that a request of the worker's member begins with: a sign-in ends the session
  // of the browser that it comes from.
  const csrf = await request.get("/api/auth/csrf", { headers: { Cookie: "none=1" } });
  const { csrfToken } = await csrf.json();
  const set = csrf.headersArray().filter(({ name }) => name.toLowerCase() === "set-cookie");
  const Cookie = set.map(({ value }) => value.split(";", 1).join("")).join("; ");
  const form = { email, password, csrfToken, json: "true" };
  const headers = { Cookie };
  const answer = await request.post("/api/auth/callback/credentials", { form, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return await request.storageState();
}
