import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { config } from "#lib/config.ts";
import { findMember, type StoredMember } from "#lib/storage/members.ts";
import { serviceSecrets } from "./service-secrets.ts";
import type { SignedIn } from "./sign-in.ts";

/** How long a session lasts without being used, seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

const claims = z.object({ memberId: z.string(), sessionVersion: z.int() });

/** `Secure`, and of this host alone (RFC 6265bis section 4.1.3.2), wherever people come by TLS. */
export function sessionCookie(): { name: string; secure: boolean } {
  const secure = config().baseUrl?.startsWith("https:") ?? false;
  return { name: secure ? "__Host-sealslip.session" : "sealslip.session", secure };
}

/** The member whose session the Cookie header carries. Undefined once it is over or revoked. */
export async function findSession(cookies: string | null): Promise<StoredMember | undefined> {
  const token = readCookie(cookies ?? "", sessionCookie().name);
  const signedIn = token ? await openSession(token) : undefined;
  const member = signedIn && (await findMember(signedIn.memberId));
  return member?.sessionVersion === signedIn?.sessionVersion ? member : undefined;
}

/** The token that next-auth's own route would write into the cookie. */
export async function sealSession(signedIn: SignedIn): Promise<string> {
  const secret = serviceSecrets().sessionSecret;
  return await encode({ token: { ...signedIn }, secret, maxAge: SESSION_SECONDS });
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
