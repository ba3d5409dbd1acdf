import { Secret, TOTP } from "otpauth";
import { hashToken } from "#lib/crypto/tokens.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { takeRecoveryCode, takeTotpStep } from "./store.ts";
import { awaitJudgment, codeRung, takeTry } from "./tries.ts";

export type SecondFactorCheck =
  | { state: "passed" }
  | { state: "needed" }
  | { state: "wrong" }
  | { state: "too_many"; retryAfter: number };

type Guarded = { id: string; totpSecret: Uint8Array | null; totpSince: Date | null };

/** A code of the member's app, or one of the recovery codes; each is taken once. */
export async function checkSecondFactor(
  { id: memberId, totpSecret: secret, totpSince }: Guarded,
  code: string | undefined,
): Promise<SecondFactorCheck> {
  if (!secret || !totpSince) return { state: "passed" };
  if (code === undefined) return { state: "needed" };

  const attempt = await takeTry([codeRung(memberId)]);
  if (attempt.state === "too_many") return attempt;
  const isTaken = await awaitJudgment(attempt, takeCode({ memberId, secret }, code));
  if (!isTaken) return { state: "wrong" };

  await attempt.end("passed");
  return { state: "passed" };
}

async function takeCode(
  member: { memberId: string; secret: Uint8Array },
  code: string,
): Promise<boolean> {
  const step = findTotpStep(member, code);
  if (step !== undefined) return await takeTotpStep(member.memberId, step);
  return await takeRecoveryCode(member.memberId, hashRecoveryCode(code));
}

const PERIOD_SECONDS = 30;
/** 160 bits, as RFC 4226 section 4 recommends. */
const SECRET_BYTES = 20;

export type TotpSecret = {
  /** Base32, to be typed into an app by hand. */
  text: string;
  /** The same for an app's camera, as an `otpauth:` address. */
  uri: string;
};

export function createTotpSecret(email: string): TotpSecret {
  const secret = new Secret({ size: SECRET_BYTES });
  return { text: secret.base32, uri: open(secret.base32, email).toString() };
}

export function encryptTotpSecret(memberId: string, text: string): Uint8Array {
  return serviceSecrets().keyring.encrypt(text, contextOf(memberId));
}

/**
 * The time step (RFC 6238 section 4.2) that the code belongs to; undefined for a wrong one. The steps
 * before and after now count too, for clocks that differ.
 */
export function findTotpStep(
  { memberId, secret }: { memberId: string; secret: Uint8Array },
  code: string,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;

  const text = serviceSecrets().keyring.decrypt(new Uint8Array(secret), contextOf(memberId));
  const timestamp = Date.now();
  const delta = open(text).validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

/** What apps can do everywhere: SHA-1, six digits, half a minute. */
function open(text: string, label = ""): TOTP {
  const secret = Secret.fromBase32(text);
  return new TOTP({ issuer: "Sealslip", label, secret, digits: 6, period: PERIOD_SECONDS });
}

/** A secret that was moved to another member's row opens nowhere. */
function contextOf(memberId: string): string {
  return `totp_secret:${memberId}`;
}

/** Without 0, 1, I and O, which people mix up. 32 of them: a byte's low five bits choose evenly. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const CODES = 10;
/** 100 bits: more than anybody can try out against a hash. */
const LETTERS = 20;

/** Ten fresh codes, as `XXXXX-XXXXX-XXXXX-XXXXX`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, createRecoveryCode);
}

/** What it is kept by, however it was typed. */
export function hashRecoveryCode(typed: string): Uint8Array {
  return hashToken(typed.toUpperCase().replace(/[\s-]/g, ""));
}

function createRecoveryCode(): string {
  const draw = crypto.getRandomValues(new Uint8Array(LETTERS));
  const plain = Array.from(draw, (byte) => letters[byte % letters.length]).join("");
  return plain.replace(/.{5}(?!$)/g, "$&-");
}
