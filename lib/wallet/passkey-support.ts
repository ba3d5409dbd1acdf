/**
 * Why a page can have no passkey that protects a key: the browser has none (`no_webauthn`) or none that give keys
 * (`no_prf`), or its address is an IP address (`no_domain`).
 */
export type PasskeyObstacle = "no_webauthn" | "no_domain" | "no_prf";

/** What is known without asking the browser. */
export function findPasskeyObstacle(): Exclude<PasskeyObstacle, "no_prf"> | undefined {
  if (typeof PublicKeyCredential === "undefined") return "no_webauthn";
  const { hostname } = location;
  const isAddress = hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
  // WebAuthn level 3, section 5.1.3.
  return isAddress ? "no_domain" : undefined;
}

/** Whether this device guards passkeys itself, by fingerprint, face, or screen lock. */
export async function hasOwnAuthenticator(): Promise<boolean> {
  return await answerOf(
    async () => await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
    false,
  );
}

let givesKeys: Promise<boolean> | undefined;

/** False only where the browser says that its passkeys give no key (WebAuthn level 3, section 5.1.7). */
export async function mayGiveKeys(): Promise<boolean> {
  // Asked once, when the choice is shown: a prompt has to follow its click without a pause.
  givesKeys ??= askForPrf();
  return await givesKeys;
}

async function askForPrf(): Promise<boolean> {
  const capabilities = await answerOf(
    async () => await PublicKeyCredential.getClientCapabilities(),
    undefined,
  );
  return capabilities?.["extension:prf"] !== false;
}

const ANSWER_MS = 2_000;

/** Some browsers lack such a question, and some never answer it: then what is `assumed`. */
async function answerOf<T>(ask: () => Promise<T>, assumed: T): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(() => late.resolve(assumed), ANSWER_MS);
  try {
    return await Promise.race([ask(), late.promise]);
  } catch {
    return assumed;
  } finally {
    clearTimeout(timer);
  }
}
