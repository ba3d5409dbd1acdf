import { Secret, TOTP } from "otpauth";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { awaitResult, codeCounter, startAttempt, type Throttled } from "./attempts.ts";
import { RECOVERY_NOTICE_MS } from "./recovery-hold.ts";
import { hasSecondFactor } from "./second-factor-rule.ts";
import { deleteRecoveryCode, updateTotpStep } from "./store-second-factor.ts";

/** What proved the member's identity besides the password. */
export type SecondFactorProof = "totp" | "recovery_code";

type SecondFactorCheck =
  | { state: "passed"; secondFactor: SecondFactorProof | null }
  | { state: "needed" }
  | { state: "wrong" }
  | Throttled;

type Protected = {
  id: string;
  organizationId: string;
  totpSecret: Bytes | null;
  totpSince: Date | null;
  passkeyCount: number;
};

/**
 * Accepts a code of the member's app, or a recovery code, each of them once. A member with passkeys only has
 * no app, and uses a passkey or a recovery code.
 */
export async function checkSecondFactor(
  member: Protected,
  code: string | undefined,
): Promise<SecondFactorCheck> {
  if (!hasSecondFactor(member)) return { state: "passed", secondFactor: null };
  if (code === undefined) return { state: "needed" };

  const attempt = await startAttempt([codeCounter(member.id)]);
  if (attempt.state === "too_many") return attempt;
  const secondFactor = await awaitResult(attempt, acceptCode(member, code));
  if (!secondFactor) return { state: "wrong" };

  await attempt.end("passed");
  return { state: "passed", secondFactor };
}

async function acceptCode(
  { id: memberId, organizationId, totpSecret: secret, totpSince }: Protected,
  code: string,
): Promise<SecondFactorProof | undefined> {
  // A secret that still awaits its first code is not in use.
  const step = secret && totpSince ? findTotpStep({ memberId, secret }, code) : undefined;
  if (step !== undefined) return (await updateTotpStep(memberId, step)) ? "totp" : undefined;
  const toldBefore = new Date(Date.now() - RECOVERY_NOTICE_MS);
  const member = { memberId, organizationId };
  if (!(await deleteRecoveryCode(member, hashRecoveryCode(code), { toldBefore }))) return undefined;

  await sendQueuedSoon();
  return "recovery_code";
}

const PERIOD_SECONDS = 30;
/** 160 bits, as RFC 4226 section 4 recommends. */
const SECRET_BYTES = 20;

type TotpSecret = {
  /** Base32, for typing into an app. */
  text: string;
  /** The same as an `otpauth:` URI, for an app's camera. */
  uri: string;
};

export function createTotpSecret(email: string): TotpSecret {
  const secret = new Secret({ size: SECRET_BYTES });
  return { text: secret.base32, uri: openTotp(secret.base32, email).toString() };
}

export function encryptTotpSecret(memberId: string, text: string): Bytes {
  return serviceSecrets().keyring.encrypt(text, totpSecretContext(memberId));
}

/**
 * The time step (RFC 6238 section 4.2) of the code; undefined for a wrong code. The steps before and after
 * the current one count as well, since clocks differ.
 */
export function findTotpStep(
  { memberId, secret }: { memberId: string; secret: Bytes },
  code: string,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;

  const text = serviceSecrets().keyring.decrypt(secret, totpSecretContext(memberId));
  const timestamp = Date.now();
  const delta = openTotp(text).validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

/** The settings that every app supports: SHA-1, six digits, 30 seconds. */
function openTotp(text: string, label = ""): TOTP {
  const secret = Secret.fromBase32(text);
  return new TOTP({ issuer: "Sealslip", label, secret, digits: 6, period: PERIOD_SECONDS });
}

/** A secret that is moved to another member's row cannot be decrypted there. */
export function totpSecretContext(memberId: string): string {
  return `totp_secret:${memberId}`;
}

/** Without 0, 1, I and O, which people confuse. 32 letters, so that a random byte picks evenly. */
const recoveryLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const RECOVERY_CODES = 10;
/** 140 bits: too many to guess, even with the hash. Older codes have 20 letters. */
const RECOVERY_CODE_LENGTH = 28;

/** Fresh codes, as `XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
}

/** The hash does not depend on how the code was typed. */
export function hashRecoveryCode(typed: string): Bytes {
  return hashToken(typed.toUpperCase().replace(/[\s-]/g, ""));
}

function createRecoveryCode(): string {
  const random = crypto.getRandomValues(new Uint8Array(RECOVERY_CODE_LENGTH));
  const plain = Array.from(random, (byte) => recoveryLetters[byte % recoveryLetters.length]).join(
    "",
  );
  return plain.replace(/.{4}(?!$)/g, "$&-");
}
