import { decode, encode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { z } from "zod";
import { config } from "#lib/config.ts";
import { findCookie } from "#lib/core/find-cookie.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";

const SESSION_COOKIE = "sealslip.session";

/** How long a browser keeps the cookie; the service decides whether its session is still valid. */
export const SESSION_COOKIE_SECONDS = 7 * 24 * 60 * 60;

const claims = z.object({ session: z.string() });

export function sessionCookie() {
  return cookieNamed(SESSION_COOKIE);
}

/** The cookies of next-auth in a browser that is signing in, for a quarter of an hour. */
export function signInCookies() {
  const cookie = (name: string) => {
    const { name: fullName, options } = cookieNamed(`sealslip.${name}`);
    return { name: fullName, options: { ...options, maxAge: 15 * 60 } };
  };
  return {
    callbackUrl: cookie("callback-url"),
    pkceCodeVerifier: cookie("pkce"),
    state: cookie("state"),
    nonce: cookie("nonce"),
  };
}

/** `Secure` and limited to this host (RFC 6265bis section 4.1.3.2) where the service is behind TLS. */
function cookieNamed(name: string) {
  const secure = config().baseUrl?.startsWith("https:") ?? false;
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

/** The Set-Cookie header that begins the session of this token or, without one, ends it. */
export async function writeSessionCookie(token: string | undefined): Promise<string> {
  const value = token === undefined ? "" : await sealSession(token);
  const maxAge = token === undefined ? 0 : SESSION_COOKIE_SECONDS;
  return writeCookie(SESSION_COOKIE, value, { maxAge, sameSite: "Lax" });
}

/** The Set-Cookie header of a cookie that no script can read. */
export function writeCookie(
  name: string,
  value: string,
  { maxAge, sameSite }: { maxAge: number; sameSite: "Lax" | "Strict" },
): string {
  const { name: fullName, options } = cookieNamed(name);
  const flags = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}`;
  return `${fullName}=${value}; ${flags}${options.secure ? "; Secure" : ""}`;
}

/** Reads a cookie of `writeCookie`; undefined if the Cookie header has no such cookie. */
export function readCookie(header: string | null, name: string): string | undefined {
  return findCookie(header, cookieNamed(name).name);
}

/** The value of the session cookie, still sealed. */
export function readSessionCookie(cookies: string | null): string | undefined {
  return readCookie(cookies, SESSION_COOKIE) || undefined;
}

/** The claims that next-auth encrypts into the cookie. */
export function sessionClaims(token: string): z.output<typeof claims> {
  return { session: token };
}

/** The token in the claims that next-auth has decrypted. */
export function tokenOfClaims(decrypted: unknown): string | undefined {
  return claims.safeParse(decrypted).data?.session;
}

/** The value of the cookie, as next-auth's own route writes it. */
export async function sealSession(token: string): Promise<string> {
  const [secret] = serviceSecrets().sessionSecrets;
  return await encode({ token: sessionClaims(token), secret, maxAge: SESSION_COOKIE_SECONDS });
}

/** The token in the value of a cookie. Undefined if this service did not seal it. */
export async function openSessionCookie(value: string): Promise<string | undefined> {
  return tokenOfClaims(await decodeCookie({ token: value }));
}

/**
 * The content of a cookie, sealed with the current session secret or the previous one; null for anything
 * else.
 */
export async function decodeCookie(sealed: Omit<JWTDecodeParams, "secret">): Promise<JWT | null> {
  for (const secret of serviceSecrets().sessionSecrets) {
    // A cookie that cannot be decrypted holds no token, whatever the reason.
    const claimed = await decode({ ...sealed, secret }).catch(() => null);
    if (claimed) return claimed;
  }
  return null;
}
