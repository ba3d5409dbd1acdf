import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { encodeBase64Url } from "#lib/crypto/bytes.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { publicUrl } from "#lib/public-url.ts";
import {
  type Challenge,
  deleteChallenge,
  deleteExpiredChallenges,
  insertChallenge,
} from "./store-passkeys.ts";

/** How long a browser may take to answer. */
export const CHALLENGE_MS = 10 * 60 * 1000;

/** 256 bits; WebAuthn level 3 section 13.4.3 asks for 128. */
const CHALLENGE_BYTES = 32;

/** The service as passkeys see it, under its public URL: they work at no other address. */
export function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl());
  return { id: hostname, origin };
}

/** False under an IP address: WebAuthn level 3 section 5.1.3 requires a domain. */
export function allowsPasskeys(): boolean {
  return isIP(relyingParty().id.replace(/^\[|\]$/g, "")) === 0;
}

type Ceremony = { purpose: "sign_in" } | { purpose: "registration" | "step_up"; sessionId: string };

/** A challenge for a passkey to sign, as base64url. The service stores its hash until the answer. */
export async function createChallenge(ceremony: Ceremony): Promise<string> {
  const challenge = encodeBase64Url(new Uint8Array(randomBytes(CHALLENGE_BYTES)));
  const expiresAt = new Date(Date.now() + CHALLENGE_MS);
  await insertChallenge({ ...rowOf(ceremony, challenge), expiresAt });
  return challenge;
}

/**
 * Uses up the challenge that a browser has answered. Undefined if it was not issued for this purpose and
 * session, was answered before, or has expired.
 */
export async function takeChallenge(
  ceremony: Ceremony,
  clientDataJSON: string,
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === undefined) return undefined;
  return (await deleteChallenge(rowOf(ceremony, challenge))) ? challenge : undefined;
}

/** Removes the challenges that were not answered in time. */
export async function pruneChallenges(): Promise<undefined> {
  await deleteExpiredChallenges();
}

function rowOf(ceremony: Ceremony, challenge: string): Challenge {
  const sessionId = "sessionId" in ceremony ? ceremony.sessionId : null;
  return { hash: hashToken(challenge), purpose: ceremony.purpose, sessionId };
}

const clientData = z.object({ challenge: z.string().max(128) });

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const json = Buffer.from(clientDataJSON, "base64url").toString();
    const { challenge } = clientData.parse(JSON.parse(json));
    return challenge.isWellFormed() ? challenge : undefined;
  } catch {
    // Made up by the caller: no browser sends this.
    return undefined;
  }
}
