import { isIP } from "node:net";
import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { type Origin, withOrigin } from "#lib/audit/origin.ts";
import { config } from "#lib/config.ts";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/caller.ts";
import { log } from "#lib/log/logger.ts";
import { publicUrl } from "#lib/public-url.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { confirmIssuer, discoveryAddress, readAuthTime, signInByOidc } from "./oidc.ts";
import {
  decodeCookie,
  SESSION_COOKIE_SECONDS,
  sessionClaims,
  sessionCookie,
  signInCookies,
  tokenOfClaims,
} from "./session-cookie.ts";
import { beginSession, endSessionOfToken, type Proof, type Visitor } from "./sessions.ts";
import { type SignInOutcome, signIn } from "./sign-in.ts";

/** What a provider returns as next-auth's user, which needs an `id`. */
type AuthUser = { id: string; result: SignInResult };

type SignInRefusal = Exclude<SignInOutcome, { state: "signed_in" }>;
type SignInResult = { state: "session_begun"; token: string } | SignInRefusal;

/**
 * The sign-in and sign-out of the consoles, by password or OIDC. The encrypted cookie carries the token
 * of a session that the service keeps. `headers`: of the request; `path`: behind `/api/auth`.
 */
export async function authOptions(headers: Headers, path: readonly string[]): Promise<AuthOptions> {
  // Single sign-on begins and ends at the provider; no other path needs its address.
  const isIssuerKnown = path.includes("oidc") && (await confirmIssuer());
  const visitor = {
    address: headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown",
    userAgent: headers.get("user-agent"),
    cookies: headers.get("cookie"),
  };
  const { name, options } = sessionCookie();
  return {
    secret: serviceSecrets().sessionSecrets[0],
    session: { strategy: "jwt", maxAge: SESSION_COOKIE_SECONDS },
    jwt: { decode: decodeCookie },
    useSecureCookies: options.secure,
    cookies: { sessionToken: { name, options }, ...signInCookies() },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    providers: [passwordProvider(visitor), oidcProvider(visitor, isIssuerKnown)].filter(
      (provider) => !!provider,
    ),
    callbacks: {
      // A refusal by next-auth itself is a bare code; the seconds to wait need a URL of our own.
      signIn: ({ user }) => refusalUrl((user as AuthUser).result) ?? true,
      // `user` is present only at sign-in; afterwards the token does not change.
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
        if (token) await withOrigin(originOf(visitor), () => endSessionOfToken(token));
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
      const attempt = { id: "credentials", method: "password", provedAt: new Date() } as const;
      const user = await toAuthUser(attempt, visitor, () => signIn(fields, visitor.address));
      return user.result.state === "wrong_credentials" ? null : user;
    },
  });
}

/** Throws nothing: next-auth would show the message of an error to the person who signs in. */
async function toAuthUser(
  { id, ...proof }: Omit<Proof, "secondFactor"> & { id: string },
  visitor: Visitor,
  check: () => Promise<SignInOutcome>,
): Promise<AuthUser> {
  try {
    return await withOrigin(originOf(visitor), async () => {
      const ended = await check();
      if (ended.state !== "signed_in") return { id, result: ended };
      const { signedIn, secondFactor } = ended;
      const token = await beginSession(signedIn, visitor, { ...proof, secondFactor });
      return { id, result: { state: "session_begun", token } };
    });
  } catch (err) {
    log().error({ err }, "a sign-in failed");
    return { id, result: { state: "service_unavailable" } };
  }
}

/** Next answers these requests, so that they have no id of ours. */
function originOf({ address, userAgent: device }: Visitor): Origin {
  return { requestId: null, address: isIP(address) === 0 ? null : address, device };
}

/** The package is CommonJS: in Node its default export is one level deeper than in Next's bundle. */
function unwrap<T>(module: T): T {
  return module && typeof module === "object" && "default" in module
    ? (module.default as T)
    : module;
}

const SIGN_IN_PAGE = "/sign-in";

/** The page for a refused sign-in, with `?error=`; undefined once signed in. */
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

/**
 * The provider that the configuration names; undefined without one. Unless `isIssuerKnown`, it has no
 * address, so that next-auth sends no request.
 */
function oidcProvider(visitor: Visitor, isIssuerKnown: boolean) {
  const { oidc } = config();
  if (!oidc) return undefined;

  return {
    id: "oidc",
    name: oidc.name,
    type: "oauth",
    ...(isIssuerKnown ? { wellKnown: discoveryAddress(oidc.issuer) } : {}),
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    authorization: { params: { scope: "openid email" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    profile: (profile) =>
      toAuthUser(
        { id: profile.sub, method: "oidc", provedAt: readAuthTime(profile) },
        visitor,
        () => signInByOidc(profile),
      ),
  } satisfies OAuthConfig<OidcClaims>;
}
