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
  /** A visitor of the demo wallet, who did not sign in: see demo.ts. */
  guest?: true | undefined;
};

const claims = z.object({
  memberId: z.string(),
  sessionVersion: z.int(),
  guest: z.literal(true).optional(),
});

/** The member whom a session acts for. A guest acts for the issuer of the demo. */
export type SessionMember = SessionRow & { guest: boolean };

/** The cookie of a member's session. */
export function sessionCookie() {
  return cookieNamed("sealslip.session");
}

/** A guest's is another cookie, so that a merchant's member can be a cardholder at the same time. */
function guestCookie() {
  return cookieNamed("sealslip.guest");
}

/** `Secure` and limited to this host (RFC 6265bis section 4.1.3.2) where the service is behind TLS. */
function cookieNamed(name: string) {
  const secure = config().baseUrl?.startsWith("https:") ?? false;
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

/** The Set-Cookie header that begins a session or, without one, ends a member's. */
export async function writeSessionCookie(signedIn: SignedIn | undefined): Promise<string> {
  const { name, options } = signedIn?.guest ? guestCookie() : sessionCookie();
  const token = signedIn ? await sealSession(signedIn) : "";
  const maxAge = signedIn ? SESSION_SECONDS : 0;
  const flags = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${name}=${token}; ${flags}${options.secure ? "; Secure" : ""}`;
}

/** The member of the session in the Cookie header. Undefined once it has expired or was revoked. */
export async function findSession(cookies: string | null): Promise<SessionMember | undefined> {
  const member = await findSessionIn(cookies, sessionCookie().name);
  return member ?? (await findSessionIn(cookies, guestCookie().name));
}

/** The same for the wallet, where a guest comes before a member who may not open receipts. */
export async function findWalletSession(
  cookies: string | null,
): Promise<SessionMember | undefined> {
  const member = await findSession(cookies);
  if (!member || mayOpenReceipts(member)) return member;
  return (await findSessionIn(cookies, guestCookie().name)) ?? member;
}

export function mayOpenReceipts({ guest, kind, role }: SessionMember): boolean {
  return guest || scopesOfMember(kind, role).includes("receipts:decrypt");
}

async function findSessionIn(
  cookies: string | null,
  cookieName: string,
): Promise<SessionMember | undefined> {
  const token = readCookie(cookies ?? "", cookieName);
  const signedIn = token ? await openSession(token) : undefined;
  const member = signedIn && (await selectSessionRow(signedIn.memberId));
  if (!member || member.sessionVersion !== signedIn.sessionVersion) return undefined;

  const guest = signedIn.guest === true;
  if (!guest) recordVisit(member);
  return { ...member, guest };
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

function readCookie(header: string, name: string): string | undefined {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
