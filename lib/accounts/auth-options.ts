import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { config, publicUrl } from "#lib/config.ts";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";
import { log } from "#lib/log/logger.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { SESSION_SECONDS, sessionCookie } from "./sessions.ts";
import { type SignInOutcome, signIn } from "./sign-in.ts";
import { selectSignIn } from "./store.ts";

/** What a provider gives of somebody who wants to come in; `id` is next-auth's to want. */
type Arrival = { id: string; outcome: SignInOutcome };

/** The sign-in of the consoles: email and password, and a session in an encrypted cookie. */
export function authOptions(): AuthOptions {
  const { name, options } = sessionCookie();
  return {
    secret: serviceSecrets().sessionSecret,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: options.secure,
    cookies: { sessionToken: { name, options } },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    providers: [passwordProvider(), oidcProvider(arrive)].filter((provider) => !!provider),
    callbacks: {
      // Next-auth has room for one bare word of refusal; how long to wait needs an address.
      signIn: ({ user }) => signInRefusal((user as Arrival).outcome) ?? true,
      // `user` is there at sign-in only; afterwards the token is what it was.
      jwt: ({ token, user }) => {
        const outcome = (user as Arrival | undefined)?.outcome;
        return outcome?.state === "signed_in" ? { ...outcome.signedIn } : token;
      },
      // Pages ask the API who is signed in: nothing else is read from a session that may be revoked.
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}

function passwordProvider() {
  return unwrap(Credentials)({
    credentials: {
      email: { label: "Email", type: "email" },
      password: { label: "Password", type: "password" },
      code: { label: "Code", type: "text" },
    },
    async authorize(sent, { headers }): Promise<Arrival | null> {
      const address = String(headers?.[CLIENT_ADDRESS_HEADER] ?? "unknown");
      const arrival = await arrive("credentials", signIn(sent, address));
      return arrival.outcome.state === "wrong_credentials" ? null : arrival;
    },
  });
}

/** Next-auth would show the message of whatever is thrown to the person who signs in. */
async function arrive(id: string, outcome: Promise<SignInOutcome>): Promise<Arrival> {
  try {
    return { id, outcome: await outcome };
  } catch (err) {
    log().error({ err }, "a sign-in failed");
    return { id, outcome: { state: "service_unavailable" } };
  }
}

/** The package is CommonJS: its default export is one level deeper in Node than in Next's bundle. */
function unwrap<T>(module: T): T {
  return module && typeof module === "object" && "default" in module
    ? (module.default as T)
    : module;
}

const SIGN_IN_PAGE = "/sign-in";

/** Where to send somebody who may not come in, with `?error=` for the page; undefined for who may. */
function signInRefusal(outcome: SignInOutcome): string | undefined {
  if (outcome.state === "signed_in") return undefined;

  const url = new URL(`${publicUrl()}${SIGN_IN_PAGE}`);
  url.searchParams.set("error", outcome.state);
  if (outcome.state === "too_many_tries") {
    url.searchParams.set("retryAfter", String(outcome.retryAfter));
  }
  return url.href;
}

type OidcClaims = { sub: string };

const claims = z.object({
  email: z.string().trim().min(3).max(256),
  // Of anything but the word itself it is not known what it means.
  email_verified: z.literal(true),
});

/** The provider of the environment's choice; undefined where there is none. */
function oidcProvider(
  arrive: (sub: string, outcome: Promise<SignInOutcome>) => Promise<{ id: string }>,
): OAuthConfig<OidcClaims> | undefined {
  const { oidc } = config();
  if (!oidc) return undefined;

  return {
    id: "oidc",
    name: oidc.name,
    type: "oauth",
    wellKnown: `${oidc.issuer}/.well-known/openid-configuration`,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    authorization: { params: { scope: "openid email" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    profile: (profile) => arrive(profile.sub, signInByOidc(profile)),
  };
}

/** The member with the email that the provider has verified; it makes nobody a member. */
async function signInByOidc(profile: unknown): Promise<SignInOutcome> {
  const parsed = claims.safeParse(profile);
  if (!parsed.success) return { state: "email_not_verified" };

  const member = await selectSignIn(parsed.data.email);
  if (!member) return { state: "no_member" };
  const { id: memberId, sessionVersion } = member;
  return { state: "signed_in", signedIn: { memberId, sessionVersion } };
}
