import { Secret, TOTP } from "otpauth";
import { serviceSecrets } from "./service-secrets.ts";

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
