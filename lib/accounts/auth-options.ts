import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { config, publicUrl } from "#lib/config.ts";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";
import { log } from "#lib/log/logger.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import {
  SESSION_COOKIE_SECONDS,
  sessionClaims,
  sessionCookie,
  tokenOfClaims,
} from "./session-cookie.ts";
import { beginSession, endSessionOfToken, type SignedIn, type Visitor } from "./sessions.ts";
import { type SignInOutcome, signIn } from "./sign-in.ts";
import { selectOidcSignIn, updateOidcIdentity } from "./store.ts";

/** What a provider returns as next-auth's user, which needs an `id`. */
type AuthUser = { id: string; result: SignInResult };

type SignInRefusal = Exclude<SignInOutcome, { state: "signed_in" }>;
type SignInResult = { state: "session_begun"; token: string } | SignInRefusal;

/**
 * The sign-in and sign-out of the consoles, by password or OIDC. The encrypted cookie carries the token
 * of a session that the service keeps. `headers`: of the request.
 */
export function authOptions(headers: Headers): AuthOptions {
  const visitor = {
    address: headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown",
    userAgent: headers.get("user-agent"),
    cookies: headers.get("cookie"),
  };
  const { name, options } = sessionCookie();
  return {
    secret: serviceSecrets().sessionSecret,
    session: { strategy: "jwt", maxAge: SESSION_COOKIE_SECONDS },
    useSecureCookies: options.secure,
    cookies: { sessionToken: { name, options } },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    providers: [passwordProvider(visitor), oidcProvider(visitor)].filter((provider) => !!provider),
    callbacks: {
      // A refusal by next-auth itself is a bare word; how long to wait needs a URL of our own.
      signIn: ({ user }) => refusalUrl((user as AuthUser).result) ?? true,
      // `user` is present only at sign-in; afterwards the token stays as it is.
      jwt: ({ token, user }) => {
        const result = (user as AuthUser | undefined)?.result;
        return result?.state === "session_begun" ? sessionClaims(result.token) : token;
      },
      // Pages ask the API who is signed in, because only the API knows whether the session was revoked.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token: decrypted }) => {
        const token = tokenOfClaims(decrypted);
        if (token) await endSessionOfToken(token);
      },
    },
  };
}

function passwordProvider(visitor: Visitor) {
  return unwrap(Credentials)({
    credentials: {
      email: { label: "Email", type: "email" },
      password: { label: "Password", type: "password" },
      code: { label: "Code", type: "text" },
    },
    async authorize(fields): Promise<AuthUser | null> {
      const user = await toAuthUser("credentials", visitor, signIn(fields, visitor.address));
      return user.result.state === "wrong_credentials" ? null : user;
    },
  });
}

/** Throws nothing: next-auth would show the message of an error to the person who signs in. */
async function toAuthUser(
  id: string,
  visitor: Visitor,
  outcome: Promise<SignInOutcome>,
): Promise<AuthUser> {
  try {
    const ended = await outcome;
    if (ended.state !== "signed_in") return { id, result: ended };
    const token = await beginSession(ended.signedIn, visitor);
    return { id, result: { state: "session_begun", token } };
  } catch (err) {
    log().error({ err }, "a sign-in failed");
    return { id, result: { state: "service_unavailable" } };
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
function refusalUrl(result: SignInResult): string | undefined {
  if (result.state === "session_begun") return undefined;

  const url = new URL(`${publicUrl()}${SIGN_IN_PAGE}`);
  url.searchParams.set("error", result.state);
  if (result.state === "too_many_tries") {
    url.searchParams.set("retryAfter", String(result.retryAfter));
  }
  return url.href;
}

type OidcClaims = { sub: string };

const person = z.object({ iss: z.string().min(1).max(512), sub: z.string().min(1).max(255) });
const verifiedEmail = z.object({
  email: z.string().trim().min(3).max(256),
  // The boolean only: what a provider means by any other value is unknown.
  email_verified: z.literal(true),
});

/** The provider that the configuration names; undefined without one. */
function oidcProvider(visitor: Visitor): OAuthConfig<OidcClaims> | undefined {
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
    profile: (profile) => toAuthUser(profile.sub, visitor, signInByOidc(profile)),
  };
}

/**
 * Signs in the member whom the provider's issuer and subject belong to. At the first time it is the
 * member whose email both the provider and the service have verified; from then on the email says nothing, since it can be
 * given to somebody else. Creates no members.
 */
async function signInByOidc(profile: unknown): Promise<SignInOutcome> {
  const { iss: issuer, sub: subject } = person.parse(profile);
  const known = await selectOidcSignIn({ issuer, subject });
  if (known) return signedInAs(known);

  const { data } = verifiedEmail.safeParse(profile);
  if (!data) return { state: "email_not_verified" };
  const bound = await updateOidcIdentity(data.email, { issuer, subject });
  return typeof bound === "string" ? { state: bound } : signedInAs(bound);
}

function signedInAs(signedIn: SignedIn): SignInOutcome {
  return { state: "signed_in", signedIn };
}
