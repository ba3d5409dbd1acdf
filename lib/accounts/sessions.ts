import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { config } from "#lib/config.ts";
import { scopesOfMember } from "#lib/core/permissions.ts";
import { log } from "#lib/log/logger.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { type SessionRow, selectSessionRow, updateLastSeen } from "./store.ts";

/** How long a session lasts. */
export const SESSION_SECONDS = 12 * 60 * 60;

const LAST_SEEN_INTERVAL_MS = 60_000;

/** What a session keeps of its member; everything else is read when it is needed. */
export type SignedIn = {
  memberId: string;
  sessionVersion: number;
};

const claims = z.object({
  memberId: z.string(),
  sessionVersion: z.int(),
});

const SESSION_COOKIE = "sealslip.session";

export function sessionCookie() {
  return cookieNamed(SESSION_COOKIE);
}

/** `Secure` and limited to this host (RFC 6265bis section 4.1.3.2) where the service is behind TLS. */
function cookieNamed(name: string) {
  const secure = config().baseUrl?.startsWith("https:") ?? false;
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

/** The Set-Cookie header that begins a session or, without one, ends it. */
export async function writeSessionCookie(signedIn: SignedIn | undefined): Promise<string> {
  const token = signedIn ? await sealSession(signedIn) : "";
  const maxAge = signedIn ? SESSION_SECONDS : 0;
  return writeCookie(SESSION_COOKIE, token, { maxAge, sameSite: "Lax" });
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

/** What writeCookie has written; undefined where the Cookie header has no such cookie. */
export function readCookie(header: string | null, name: string): string | undefined {
  const { name: fullName } = cookieNamed(name);
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${fullName}=`))?.slice(fullName.length + 1);
}

/** The member of the session in the Cookie header. Undefined once it has expired or was revoked. */
export async function findSession(cookies: string | null): Promise<SessionRow | undefined> {
  const token = readCookie(cookies, SESSION_COOKIE);
  const signedIn = token ? await openSession(token) : undefined;
  const member = signedIn && (await selectSessionRow(signedIn.memberId));
  if (!member || member.sessionVersion !== signedIn.sessionVersion) return undefined;

  recordVisit(member);
  return member;
}

export function mayOpenReceipts({ kind, role }: SessionRow): boolean {
  return scopesOfMember(kind, role).includes("receipts:decrypt");
}

/** The token, as next-auth's own route writes it into the cookie. */
export async function sealSession(signedIn: SignedIn): Promise<string> {
  const secret = serviceSecrets().sessionSecret;
  return await encode({ token: { ...signedIn }, secret, maxAge: SESSION_SECONDS });
}

function recordVisit({ id, lastSeenAt }: SessionRow): void {
  const now = new Date();
  if (lastSeenAt && now.getTime() - lastSeenAt.getTime() < LAST_SEEN_INTERVAL_MS) return;

  updateLastSeen(id, now).catch((err) => log().warn({ err }, "a member's visit was not recorded"));
}

async function openSession(token: string): Promise<SignedIn | undefined> {
  // A token that cannot be decrypted is no session, whatever is wrong with it.
  const opened = await decode({ token, secret: serviceSecrets().sessionSecret }).catch(() => null);
  return claims.safeParse(opened).data;
}
