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

/** What a provider returns as next-auth's user, which needs an `id`. */
type AuthUser = { id: string; outcome: SignInOutcome };

/** The sign-in of the consoles: by password or OIDC, with the session in an encrypted cookie. */
export function authOptions(): AuthOptions {
  const { name, options } = sessionCookie();
  return {
    secret: serviceSecrets().sessionSecret,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    useSecureCookies: options.secure,
    cookies: { sessionToken: { name, options } },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    providers: [passwordProvider(), oidcProvider()].filter((provider) => !!provider),
    callbacks: {
      // A refusal by next-auth itself is a bare word; how long to wait needs a URL of our own.
      signIn: ({ user }) => signInRefusal((user as AuthUser).outcome) ?? true,
      // `user` is present only at sign-in; afterwards the token stays as it is.
      jwt: ({ token, user }) => {
        const outcome = (user as AuthUser | undefined)?.outcome;
        return outcome?.state === "signed_in" ? { ...outcome.signedIn } : token;
      },
      // Pages ask the API who is signed in, because only the API knows whether the session was revoked.
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
    async authorize(fields, { headers }): Promise<AuthUser | null> {
      const address = String(headers?.[CLIENT_ADDRESS_HEADER] ?? "unknown");
      const user = await toAuthUser("credentials", signIn(fields, address));
      return user.outcome.state === "wrong_credentials" ? null : user;
    },
  });
}

/** Throws nothing: next-auth would show the message of an error to the person who signs in. */
async function toAuthUser(id: string, outcome: Promise<SignInOutcome>): Promise<AuthUser> {
  try {
    return { id, outcome: await outcome };
  } catch (err) {
    log().error({ err }, "a sign-in failed");
    return { id, outcome: { state: "service_unavailable" } };
  }
}

/** The package is CommonJS: in Node its default export is one level deeper than in Next's bundle. */
function unwrap<T>(module: T): T {
  return module && typeof module === "object" && "default" in module
    ? (module.default as T)
    : module;
}

const SIGN_IN_PAGE = "/sign-in";

/** Where to send somebody who was refused, with `?error=` for the page; undefined once signed in. */
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
  // The boolean only: what a provider means by any other value is unknown.
  email_verified: z.literal(true),
});

/** The provider that the configuration names; undefined without one. */
function oidcProvider(): OAuthConfig<OidcClaims> | undefined {
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
    profile: (profile) => toAuthUser(profile.sub, signInByOidc(profile)),
  };
}

/** Signs in the member whose email the provider has verified. Creates no members. */
async function signInByOidc(profile: unknown): Promise<SignInOutcome> {
  const parsed = claims.safeParse(profile);
  if (!parsed.success) return { state: "email_not_verified" };

  const member = await selectSignIn(parsed.data.email);
  if (!member) return { state: "no_member" };
  const { id: memberId, sessionVersion } = member;
  return { state: "signed_in", signedIn: { memberId, sessionVersion } };
}
