import { type Bytes, decodeBase64Url, encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { relyingParty, takeChallenge } from "./challenges.ts";
import type { NewPasskey, PasskeyAnswer } from "./contract-passkeys.ts";
import { type PasskeyToVerify, selectPasskey, updatePasskeyUse } from "./store-passkeys.ts";

/** COSE algorithms: EdDSA, ES256, and RS256 for older versions of Windows Hello. */
export const passkeyAlgorithms = [-8, -7, -257];

export type VerifiedPasskey = {
  credentialId: Bytes;
  publicKey: Bytes;
  signCount: number;
  backupEligible: boolean;
  backedUp: boolean;
};

/**
 * What a browser has created for this service and session. Undefined if anything is wrong with it, as
 * for `verifyAnswer`.
 */
export async function verifyNewPasskey(
  { sessionId }: { sessionId: string },
  sent: NewPasskey,
): Promise<VerifiedPasskey | undefined> {
  const { clientDataJSON, attestationObject } = sent.response;
  const challenge = await takeChallenge({ purpose: "registration", sessionId }, clientDataJSON);
  if (challenge === undefined) return undefined;

  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await orUndefined(async () => {
    await refuseCertificates(attestationObject);
    return await verifyRegistrationResponse({
      response: { ...sent, clientExtensionResults: {} },
      expectedChallenge: challenge,
      ...expectedParty(),
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
  });
  if (!verified?.verified) return undefined;

  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: decodeBase64Url(credential.id),
    publicKey: new Uint8Array(credential.publicKey),
    signCount: credential.counter,
    backupEligible: credentialDeviceType === "multiDevice",
    backedUp: credentialBackedUp,
  };
}

/**
 * The passkey that has signed the challenge for this purpose, with its member. Undefined for any failure,
 * without saying which: the challenge is not ours or was answered before, the passkey is unknown or was
 * copied, no finger, face, or PIN was checked, or the signature does not match.
 */
export async function verifyAnswer(
  ceremony: { purpose: "sign_in" } | { purpose: "step_up"; sessionId: string },
  sent: PasskeyAnswer,
): Promise<PasskeyToVerify | undefined> {
  const challenge = await takeChallenge(ceremony, sent.response.clientDataJSON);
  const id = await orUndefined(async () => decodeBase64Url(sent.id));
  if (challenge === undefined || !id) return undefined;
  const passkey = await selectPasskey(id);
  if (!passkey || !namesMember(ceremony, sent, passkey)) return undefined;

  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { publicKey, signCount: counter } = passkey;
  const { userHandle, ...response } = sent.response;
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: { ...sent, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      ...expectedParty(),
      requireUserVerification: true,
      credential: { id: sent.id, publicKey, counter },
    }),
  );
  if (!verified?.verified) return undefined;

  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo;
  // Section 7.2 step 18: the kind of a passkey never changes.
  if ((credentialDeviceType === "multiDevice") !== passkey.backupEligible) return undefined;
  const use = { signCount: newCounter, backedUp: credentialBackedUp };
  return (await updatePasskeyUse(passkey, use)) ? passkey : undefined;
}

/** The member's id, which an authenticator keeps with the passkey. */
export function userHandleOf(memberId: string): string {
  return encodeBase64Url(encodeUtf8(memberId));
}

/** Section 7.2 step 6: an authenticator may leave it out only if the request listed the passkeys to use. */
function namesMember(
  { purpose }: { purpose: "sign_in" | "step_up" },
  { response: { userHandle } }: PasskeyAnswer,
  { memberId }: PasskeyToVerify,
): boolean {
  if (userHandle === undefined) return purpose === "step_up";
  return userHandle === userHandleOf(memberId);
}

function expectedParty() {
  const { id, origin } = relyingParty();
  return { expectedRPID: id, expectedOrigin: origin };
}

/** Loaded by the first passkey: it takes longer than the rest of the API's own code together. */
async function loadWebAuthn() {
  return await import("@simplewebauthn/server");
}

/**
 * Our request asks for no attestation, so no honest browser sends a certificate. A forged one could make the
 * verification call an address of its choice for revocations.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(decodeBase64Url(attestationObject));
  const format = attestation.get("fmt");
  const isPlain =
    format === "none" || (format === "packed" && !attestation.get("attStmt").get("x5c"));
  if (!isPlain) throw new Error(`An attestation of the format ${format} was not asked for`);
}

/** The verification throws for every defect of the browser's answer. */
async function orUndefined<T>(verify: () => Promise<T>): Promise<T | undefined> {
  return await verify().catch(() => undefined);
}
