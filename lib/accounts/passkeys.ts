import { actOf } from "#lib/audit/act.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { encodeBase64Url } from "#lib/crypto/bytes.ts";
import { getAccount } from "./account.ts";
import { CHALLENGE_MS, createChallenge, relyingParty } from "./challenges.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./codes.ts";
import type { CreatedPasskey, NewPasskey, Passkey, PasskeyCreation } from "./contract-passkeys.ts";
import { describeDevice } from "./describe-device.ts";
import { forgetSessionsEverywhere } from "./find-session.ts";
import { requireNoRecoveryHold } from "./recovery-hold.ts";
import { mustHaveSecondFactor } from "./second-factor-rule.ts";
import {
  deletePasskey,
  insertPasskey,
  type KnownPasskey,
  selectKnownPasskeys,
  selectPasskeys,
  updatePasskeyName,
} from "./store-passkeys.ts";
import { passkeyAlgorithms, userHandleOf, verifyNewPasskey } from "./verify-passkey.ts";

const MAX_PASSKEYS = 20;

/** The passkeys of the member, the oldest first. */
export async function listPasskeys({ caller }: { caller: SignedInMember }): Promise<Passkey[]> {
  return await selectPasskeys(caller.memberId);
}

/** What the browser needs to create a passkey. Throws `conflict` where the member has too many, or `forbidden` after a recovery code. */
export async function beginPasskey({
  caller,
}: {
  caller: SignedInMember;
}): Promise<PasskeyCreation> {
  await requireNoRecoveryHold(caller);
  const { memberId, sessionId } = caller;
  const { email } = await getAccount({ memberId });
  const known = await selectKnownPasskeys(memberId);
  if (known.length >= MAX_PASSKEYS) throw tooMany();

  return {
    rp: { id: relyingParty().id, name: "Sealslip" },
    user: { id: userHandleOf(memberId), name: email, displayName: email },
    challenge: await createChallenge({ purpose: "registration", sessionId }),
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: known.map(describePasskey),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** A passkey in the form that browsers search by. */
export function describePasskey({ credentialId, transports }: KnownPasskey) {
  return { type: "public-key" as const, id: encodeBase64Url(credentialId), transports };
}

/**
 * Adds the passkey that the browser has created, named after the device. The member's first second factor
 * comes with recovery codes, and ends every other session. Throws `invalid_request`, `conflict`, or
 * `forbidden` after a recovery code.
 */
export async function addPasskey({
  caller,
  response,
  userAgent,
}: {
  caller: SignedInMember;
  response: NewPasskey;
  userAgent: string | null;
}): Promise<CreatedPasskey> {
  // A recovery code may have been used since the setup began.
  await requireNoRecoveryHold(caller);
  const verified = await verifyNewPasskey(caller, response);
  if (!verified) throw notVerified();

  const recoveryCodes = createRecoveryCodes();
  const recoveryHashes = recoveryCodes.map(hashRecoveryCode);
  const { transports } = response.response;
  const row = { ...verified, id: createId("passkey"), name: describeDevice(userAgent), transports };
  const details = { target: row.id, after: { method: "passkey" } };
  const outcome = await insertPasskey(
    caller,
    row,
    { recoveryHashes, maxPasskeys: MAX_PASSKEYS },
    actOf(caller, "second_factor.added", details),
  );
  if (outcome.state === "too_many") throw tooMany();
  if (outcome.state === "known") {
    throw new AppError("conflict", { message: "This passkey is registered already" });
  }

  const { passkey, isFirstFactor } = outcome;
  if (isFirstFactor) await forgetSessionsEverywhere();
  return { passkey, recoveryCodes: isFirstFactor ? recoveryCodes : null };
}

function tooMany(): AppError {
  return new AppError("conflict", {
    message: `You have ${MAX_PASSKEYS} passkeys already`,
    details: "remove one that you no longer use",
  });
}

/** One answer for every problem with a passkey. */
export function notVerified(): AppError {
  return new AppError("invalid_request", {
    message: "The passkey was not accepted",
    details: "it is unknown here, was used before, or took too long",
  });
}

/** Throws `not_found`. */
export async function renamePasskey({
  caller,
  passkeyId,
  name,
}: {
  caller: SignedInMember;
  passkeyId: string;
  name: string;
}): Promise<Passkey> {
  const passkey = await updatePasskeyName(caller.memberId, passkeyId, name);
  if (!passkey) throw notFound();
  return passkey;
}

/**
 * Ends every other session, too. Throws `not_found`, `forbidden` after a recovery code, or `conflict` for
 * the last second factor of a member who must have one.
 */
export async function removePasskey({
  caller,
  passkeyId,
}: {
  caller: SignedInMember;
  passkeyId: string;
}): Promise<void> {
  await requireNoRecoveryHold(caller);
  const { role, organization } = await getAccount(caller);
  const required = mustHaveSecondFactor({ role, ...organization });
  const details = { target: passkeyId, before: { method: "passkey" } };
  const act = actOf(caller, "second_factor.removed", details);
  const removal = await deletePasskey(caller, passkeyId, { required }, act);
  if (removal === "not_found") throw notFound();
  if (removal === "last_one") throw lastSecondFactor();
  await forgetSessionsEverywhere();
}

function notFound(): AppError {
  return new AppError("not_found", { message: "You have no such passkey" });
}

export function lastSecondFactor(): AppError {
  return new AppError("conflict", {
    message: "This is your only second factor, and you must have one",
    details: "add a passkey or an authenticator app first",
  });
}
