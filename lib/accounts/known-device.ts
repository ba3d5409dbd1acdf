import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { readCookie, writeCookie } from "./session-cookie.ts";

const DEVICE_COOKIE = "sealslip.device";
/** The longest time that browsers keep a cookie (RFC 6265bis section 5.5). */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** Members of a shared browser; the one who was away for longest is dropped first. */
const MAX_MEMBERS = 8;
/** Sets the cookie apart from that of the session, which the same secret encrypts. */
const SALT = "known-device";

const claims = z.object({ members: z.array(z.string()) });

/** Whether the member has signed in with this browser before. Only the cookie says so: nothing is stored. */
export async function isKnownDevice(cookies: string | null, memberId: string): Promise<boolean> {
  return (await readMembers(cookies)).includes(memberId);
}

/** The Set-Cookie header that makes the browser known; undefined if it is known already. */
export async function rememberDevice(
  cookies: string | null,
  memberId: string,
): Promise<string | undefined> {
  const members = await readMembers(cookies);
  if (members.includes(memberId)) return undefined;

  const value = await encode({
    token: { members: [memberId, ...members].slice(0, MAX_MEMBERS) },
    secret: serviceSecrets().sessionSecrets[0],
    maxAge: MAX_AGE_SECONDS,
    salt: SALT,
  });
  return writeCookie(DEVICE_COOKIE, value, { maxAge: MAX_AGE_SECONDS, sameSite: "Lax" });
}

async function readMembers(cookies: string | null): Promise<string[]> {
  const value = readCookie(cookies, DEVICE_COOKIE);
  if (!value) return [];
  for (const secret of serviceSecrets().sessionSecrets) {
    const token = await decode({ token: value, secret, salt: SALT }).catch(() => null);
    const { data } = claims.safeParse(token);
    if (data) return data.members;
  }
  return [];
}
