import { randomBytes } from "node:crypto";
import {
  type APIRequestContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { URI } from "otpauth";
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
  /** Where the member has a second factor; each signs in once. */
  recoveryCodes?: string[];
};

/** For a browser of somebody else: a context that a test makes begins with the member's cookies. */
export const signedOut: State = { cookies: [], origins: [] };

type Kind = "merchant" | "issuer" | "platform";

/** Calls the API as a page of the service does, with cookies of its own. */
export type OpenRequest = () => Promise<APIRequestContext>;

// Kept here and not in fixtures of the worker: each choice of those would start another browser.
const members = new Map<string, Promise<Member>>();

/**
 * Tests whose pages are signed in, as the owner of an organization that this worker has for itself:
 * what one test file leaves in it, no other worker sees. `test.use({ kind: "issuer" })` at the top of
 * a file asks for another kind, and `production: true` for one that may act there, too.
 */
export const test = base.extend<{
  kind: Kind;
  production: boolean;
  origin: string;
  openRequest: OpenRequest;
  member: Member;
}>({
  kind: ["merchant", { option: true }],
  production: [false, { option: true }],
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
  member: async ({ kind, production, openRequest }, use) => {
    const makeOwner = async () => makeMember(await openRequest(), kind, { production });
    await use(await oncePerWorker(members, `${kind} ${production}`, makeOwner));
  },
  storageState: async ({ member, openRequest }, use) => {
    // A test must not be asked for a proof because others ran before it.
    if (!isRecent(member.state)) member.state = await signIn(await openRequest(), member);
    await use(member.state);
  },
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

/**
 * Makes an organization with its owner, signed in. It may act everywhere but in production, unless that
 * is asked for: its owner then has an authenticator app.
 */
export async function makeMember(
  request: APIRequestContext,
  kind: Kind = "merchant",
  { production = false } = {},
): Promise<Member> {
  const text = randomBytes(4).toString("hex");
  const [organizationName, email] = [`Shop ${text}`, `${text}@e2e.example`];
  const { organizationId, password } = await withAppDatabase(
    async () => await createOrganization({ name: organizationName, kind, email, tier: "free" }),
  );
  const account = { organizationName, email, password };
  const state = await signIn(request, account);
  const recoveryCodes = production ? await setUpApp(request) : [];
  const open = environments.filter((name) => production || name !== "production");
  await withAppDatabase(async () => {
    await approveOrganization({ organizationId, environments: open });
  });
  return { ...account, state, recoveryCodes };
}

/** Sets an authenticator app up, and returns the recovery codes. */
async function setUpApp(request: APIRequestContext): Promise<string[]> {
  const path = "/api/console/second-factor";
  const { uri } = (await (await request.post(path)).json()).data;
  const confirmed = await request.put(path, { data: { code: URI.parse(uri).generate() } });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
  return (await confirmed.json()).data.recoveryCodes;
}

const RECENT_MS = 2 * 60 * 1000;
const signInTimes = new WeakMap<State, number>();

function isRecent(state: State): boolean {
  return Date.now() - (signInTimes.get(state) ?? 0) < RECENT_MS;
}

/** Signs in through next-auth's endpoints, as the sign-in page does. */
export async function signIn(
  request: APIRequestContext,
  { email, password, recoveryCodes }: Pick<Member, "email" | "password" | "recoveryCodes">,
): Promise<State> {
  // Without the cookies that a request of the worker's member begins with: a sign-in ends the session
  // of the browser that it comes from.
  const csrf = await request.get("/api/auth/csrf", { headers: { Cookie: "none=1" } });
  const { csrfToken } = await csrf.json();
  const set = csrf.headersArray().filter(({ name }) => name.toLowerCase() === "set-cookie");
  const Cookie = set.map(({ value }) => value.split(";", 1).join("")).join("; ");
  const code = recoveryCodes?.pop() ?? "";
  const form = { email, password, code, csrfToken, json: "true" };
  const headers = { Cookie };
  const answer = await request.post("/api/auth/callback/credentials", { form, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  const state = await request.storageState();
  signInTimes.set(state, Date.now());
  return state;
}

/** Leaves the page first: its next call would lead to the sign-in page, at any moment. */
export async function signOut(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}
