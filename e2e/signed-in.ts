import { randomBytes } from "node:crypto";
import {
  type APIRequestContext,
  type BrowserContextOptions,
  test as base,
  expect,
} from "@playwright/test";

type State = Exclude<BrowserContextOptions["storageState"], string | undefined>;

export type Member = {
  organizationName: string;
  email: string;
  password: string;
  /** The cookies of a session. */
  state: State;
};

type Kind = "merchant" | "issuer" | "platform";

/**
 * Tests whose pages are signed in, as the owner of an organization that this worker has for itself:
 * what one test file leaves in it, no other worker sees. `test.use({ kind: "issuer" })` at the top of
 * a file asks for another kind.
 */
export const test = base.extend<object, { kind: Kind; member: Member; origin: string }>({
  kind: ["merchant", { scope: "worker", option: true }],
  origin: [`http://localhost:${process.env.E2E_PORT}`, { scope: "worker", option: true }],
  member: [
    async ({ kind, origin, playwright }, use) => {
      const request = await playwright.request.newContext({
        baseURL: origin,
        extraHTTPHeaders: { Origin: origin },
      });
      await use(await makeMember(request, kind));
      await request.dispose();
    },
    { scope: "worker" },
  ],
  storageState: async ({ member }, use) => use(member.state),
});

/** Makes an organization with its owner, signed in, through the API. */
export async function makeMember(
  request: APIRequestContext,
  kind: Kind = "merchant",
): Promise<Member> {
  const name = randomBytes(4).toString("hex");
  const password = randomBytes(12).toString("base64url");
  const account = { organizationName: `Shop ${name}`, email: `${name}@e2e.example`, password };
  const made = await request.post("/api/console/sign-up", { data: { ...account, kind } });
  expect(made.status(), await made.text()).toBe(201);
  return { ...account, state: await signIn(request, account) };
}

/** Signs in through next-auth's endpoints, as the sign-in page does. */
export async function signIn(
  request: APIRequestContext,
  { email, password }: Pick<Member, "email" | "password">,
): Promise<State> {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const form = { email, password, csrfToken, json: "true" };
  const answer = await request.post("/api/auth/callback/credentials", { form });
  expect(answer.status(), await answer.text()).toBe(200);
  return await request.storageState();
}
