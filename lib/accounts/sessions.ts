import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { config } from "#lib/config.ts";
import { scopesOfMember } from "#lib/core/permissions.ts";
import { log } from "#lib/log/logger.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { SignedIn } from "./sign-in.ts";
import { type StoredMember, selectMember, touchMember } from "./store.ts";

/** How long a session lasts without being used, seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

const TOUCH_MS = 60_000;

const claims = z.object({
  memberId: z.string(),
  sessionVersion: z.int(),
  guest: z.literal(true).optional(),
});

/** The member that a session acts for; a guest only borrows the name. */
export type SessionMember = StoredMember & { guest: boolean };

/** A member's. */
export function sessionCookie() {
  return cookieNamed("sealslip.session");
}

/** A guest's is another one: who is signed in for a merchant can be a cardholder beside that. */
function guestCookie() {
  return cookieNamed("sealslip.guest");
}

/** `Secure`, and of this host alone (RFC 6265bis section 4.1.3.2), wherever people come by TLS. */
function cookieNamed(name: string) {
  const secure = config().baseUrl?.startsWith("https:") ?? false;
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

/** The Set-Cookie header of a session; of the end of a member's without one. */
export async function writeSessionCookie(signedIn: SignedIn | undefined): Promise<string> {
  const { name, options } = signedIn?.guest ? guestCookie() : sessionCookie();
  const token = signedIn ? await sealSession(signedIn) : "";
  const maxAge = signedIn ? SESSION_SECONDS : 0;
  const flags = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${name}=${token}; ${flags}${options.secure ? "; Secure" : ""}`;
}

/** Whose session the Cookie header carries. Undefined once it is over or revoked. */
export async function findSession(cookies: string | null): Promise<SessionMember | undefined> {
  const member = await findSessionIn(cookies, sessionCookie().name);
  return member ?? (await findSessionIn(cookies, guestCookie().name));
}

/** The same for the wallet: a member who may open no receipts is there as the guest, if there is one. */
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
  const member = signedIn && (await selectMember(signedIn.memberId));
  if (!member || member.sessionVersion !== signedIn.sessionVersion) return undefined;

  const guest = signedIn.guest === true;
  if (!guest) touch(member);
  return { ...member, guest };
}

/** The token that next-auth's own route would write into the cookie. */
export async function sealSession(signedIn: SignedIn): Promise<string> {
  const secret = serviceSecrets().sessionSecret;
  return await encode({ token: { ...signedIn }, secret, maxAge: SESSION_SECONDS });
}

function touch({ id, lastSeenAt }: StoredMember): void {
  const now = new Date();
  if (lastSeenAt && now.getTime() - lastSeenAt.getTime() < TOUCH_MS) return;

  touchMember(id, now).catch((err) => log().warn({ err }, "a member's visit was not written"));
}

async function openSession(token: string): Promise<SignedIn | undefined> {
  // Whatever is wrong with a token that was sent, it is no session.
  const opened = await decode({ token, secret: serviceSecrets().sessionSecret }).catch(() => null);
  return claims.safeParse(opened).data;
}

function readCookie(header: string, name: string): string | undefined {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
