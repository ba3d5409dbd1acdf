import { countRepeats } from "#lib/audit/repeats.ts";
import { addressBlock } from "#lib/limits/addresses.ts";
import { CHALLENGE_MS, createChallenge, relyingParty } from "./challenges.ts";
import type { PasskeyAnswer, PasskeyRequest } from "./contract-passkeys.ts";
import { notVerified } from "./passkeys.ts";
import { countRefusal, recordFailure } from "./record-failure.ts";
import { beginSession, type Visitor } from "./sessions.ts";
import { verifyAnswer } from "./verify-passkey.ts";

/** Accepts any passkey for this service: no email is asked for, so no email can be probed. */
export async function beginPasskeySignIn(): Promise<PasskeyRequest> {
  return {
    rpId: relyingParty().id,
    challenge: await createChallenge({ purpose: "sign_in" }),
    timeout: CHALLENGE_MS,
    allowCredentials: [],
    userVerification: "required",
  };
}

/**
 * Begins a session, and returns its token. A passkey is both factors at once: possession of the device,
 * unlocked by finger, face, or PIN. Throws `invalid_request`.
 */
export async function signInByPasskey({
  visitor,
  response,
}: {
  visitor: Visitor;
  response: PasskeyAnswer;
}): Promise<string> {
  const passkey = await verifyAnswer({ purpose: "sign_in" }, response);
  if (!passkey) {
    const reason = "passkey_refused";
    countRefusal("sign_in", reason);
    const count = await countRepeats(`passkey ${addressBlock(visitor.address)}`);
    if (count !== undefined) await recordFailure(undefined, { reason, count });
    throw notVerified();
  }
  const proof = { method: "passkey", secondFactor: null, provedAt: new Date() } as const;
  return await beginSession(passkey, visitor, proof);
}
