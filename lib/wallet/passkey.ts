import { type Bytes, encodeBase64Url, encodeUtf8, wipe } from "#lib/crypto/bytes.ts";
import type { PasskeyLock } from "./device-store.ts";
import { WalletError } from "./wallet-error.ts";

/** The prompt that is open; a browser shows one at a time. */
let asking: AbortController | undefined;
const watchers = new Set<() => void>();

/** Cancels the passkey prompt as if the cardholder had declined, because another method was chosen. */
export function withdrawPasskeyQuestion(): void {
  asking?.abort();
}

/** Whether a passkey was requested and is still awaited; some browsers never show the prompt. */
export function isPasskeyAsked(): boolean {
  return asking !== undefined;
}

/** Calls `changed` whenever a prompt opens or closes; returns a function that unsubscribes. */
export function watchPasskeyQuestion(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

function setAsking(question: AbortController | undefined): void {
  asking = question;
  for (const changed of watchers) changed();
}

const timeout = 120_000;
const info = encodeUtf8("sealslip wallet: vault key, version 1");

/**
 * Whether passkeys can work on a page of this host: WebAuthn level 3 (section 5.1.3) requires a domain, so
 * there are none on an IP address.
 */
export function canUsePasskeys(hostname: string): boolean {
  const isAddress = hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
  return !isAddress && typeof PublicKeyCredential !== "undefined";
}

/** Whether this device guards passkeys itself, by fingerprint, face, or screen lock. */
export async function hasOwnAuthenticator(): Promise<boolean> {
  return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(
    () => false,
  );
}

/**
 * Tells the authenticator that a passkey is no longer in use (WebAuthn level 3, section 5.1.10), so that it stops
 * offering it. Many browsers lack this, and none reports whether it worked.
 */
export async function retirePasskey(credentialId: Bytes): Promise<void> {
  if (!canUsePasskeys(location.hostname)) return;
  if (!("signalUnknownCredential" in PublicKeyCredential)) return;
  await PublicKeyCredential.signalUnknownCredential({
    rpId: location.hostname,
    credentialId: encodeBase64Url(credentialId),
  }).catch(() => undefined);
}

/**
 * Creates a passkey on this device, and derives its key (WebAuthn level 3, section 10.1.4, PRF).
 * Throws `passkey_unsupported` or `consent_declined`.
 */
export async function createPasskey(
  accountName: string,
): Promise<Pick<PasskeyLock, "credentialId" | "salt"> & { key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const credential = await asPerson((signal) =>
    navigator.credentials.create({
      signal,
      publicKey: {
        rp: { name: "Sealslip wallet" },
        user: {
          id: crypto.getRandomValues(new Uint8Array(16)),
          name: accountName,
          displayName: accountName,
        },
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        pubKeyCredParams: [
          { type: "public-key", alg: -7 },
          { type: "public-key", alg: -257 },
        ],
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
        extensions: { prf: { eval: { first: salt } } },
        timeout,
      },
    }),
  );
  const { prf } = credential.getClientExtensionResults();
  if (!prf?.enabled) throw new WalletError("passkey_unsupported");
  const credentialId = new Uint8Array(credential.rawId);
  // Many authenticators return the PRF value only for an assertion, not when the passkey is created.
  const key = prf.results
    ? await deriveKey(prf.results.first, salt)
    : await askPasskey({ credentialId, salt });
  return { credentialId, salt, key };
}

/** Asks for fingerprint, face, or device PIN, and derives the passkey's key. Throws as createPasskey does. */
export async function askPasskey({
  credentialId,
  salt,
}: Pick<PasskeyLock, "credentialId" | "salt">): Promise<CryptoKey> {
  const credential = await asPerson((signal) =>
    navigator.credentials.get({
      signal,
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        allowCredentials: [{ type: "public-key", id: credentialId }],
        userVerification: "required",
        extensions: { prf: { eval: { first: salt } } },
        timeout,
      },
    }),
  );
  const output = credential.getClientExtensionResults().prf?.results?.first;
  if (output === undefined) throw new WalletError("passkey_unsupported");
  return await deriveKey(output, salt);
}

// The challenge is not checked: this passkey unlocks a key on the device and signs in to nothing, so the
// service verifies no signature of it.
async function asPerson(
  ask: (signal: AbortSignal) => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  if (!canUsePasskeys(location.hostname)) throw new WalletError("passkey_unsupported");
  const question = new AbortController();
  const { signal } = question;
  // A password manager may ignore the signal; a cardholder who chose the PIN instead must not wait for it.
  const withdrawn = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  withdrawPasskeyQuestion();
  setAsking(question);
  const credential = await Promise.race([ask(signal), withdrawn])
    .catch((cause: unknown) => {
      // A SecurityError means that this host cannot have passkeys, not that the cardholder declined.
      const unsupported =
        cause instanceof DOMException && /^(NotSupported|Security)Error$/.test(cause.name);
      throw new WalletError(unsupported ? "passkey_unsupported" : "consent_declined", { cause });
    })
    .finally(() => {
      if (asking === question) setAsking(undefined);
    });
  if (credential instanceof PublicKeyCredential) return credential;
  throw new WalletError("consent_declined");
}

/** HKDF-SHA-256 (RFC 5869): a key of one purpose from the authenticator's 32 bytes. */
async function deriveKey(output: BufferSource, salt: Bytes): Promise<CryptoKey> {
  const bytes = copyBytes(output);
  const base = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  wipe(bytes);
  return await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    ["wrapKey", "unwrapKey"],
  );
}

function copyBytes(source: BufferSource): Bytes {
  if (source instanceof ArrayBuffer) return new Uint8Array(source.slice(0));
  const view = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  return Uint8Array.from(view);
}
