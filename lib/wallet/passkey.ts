import { type Bytes, encodeBase64Url, encodeUtf8, wipe } from "#lib/crypto/bytes.ts";
import type { PasskeyLock } from "./device-store.ts";
import { findPasskeyObstacle, mayGiveKeys } from "./passkey-support.ts";
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
 * Tells the authenticator that a passkey is no longer in use (WebAuthn level 3, section 5.1.10), so that it stops
 * offering it. Many browsers lack this, and none reports whether it worked.
 */
export async function retirePasskey(credentialId: Bytes): Promise<void> {
  if (findPasskeyObstacle()) return;
  if (!("signalUnknownCredential" in PublicKeyCredential)) return;
  await PublicKeyCredential.signalUnknownCredential({
    rpId: location.hostname,
    credentialId: encodeBase64Url(credentialId),
  }).catch(() => undefined);
}

type Passkey = Pick<PasskeyLock, "credentialId" | "salt">;

/** Created, and not asked for its key yet: that question was refused. */
let unproven: Passkey | undefined;

/**
 * Creates a passkey on this device, and derives its key (WebAuthn level 3, section 10.1.4, PRF).
 * Throws `passkey_unsupported` or `consent_declined`.
 */
export async function createPasskey(accountName: string): Promise<Passkey & { key: CryptoKey }> {
  const created = unproven && { ...unproven, key: undefined };
  unproven = undefined;
  const { key, ...passkey } = created ?? (await registerPasskey(accountName));
  try {
    // Many authenticators return the PRF value only for an assertion, not when the passkey is created.
    return { ...passkey, key: key ?? (await askPasskey(passkey)) };
  } catch (error) {
    const isDeclined = error instanceof WalletError && error.reason === "consent_declined";
    // A browser may want a click of its own for the second question, so the next click asks that alone, once.
    if (isDeclined && !created) unproven = passkey;
    else void retirePasskey(passkey.credentialId);
    throw error;
  }
}

/** Retires a passkey that was created and not used, because another method was chosen. */
export function dropUnprovenPasskey(): void {
  if (unproven) void retirePasskey(unproven.credentialId);
  unproven = undefined;
}

async function registerPasskey(
  accountName: string,
): Promise<Passkey & { key: CryptoKey | undefined }> {
  if (!(await mayGiveKeys())) throw new WalletError("passkey_unsupported");
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const credential = await asPerson(async (signal) => {
    const created = await navigator.credentials.create({
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
    });
    // The signal was ignored, and the cardholder has chosen a PIN since.
    if (signal.aborted && created instanceof PublicKeyCredential) {
      void retirePasskey(new Uint8Array(created.rawId));
    }
    return created;
  });
  const { prf } = credential.getClientExtensionResults();
  const credentialId = new Uint8Array(credential.rawId);
  if (!prf?.enabled) {
    void retirePasskey(credentialId);
    throw new WalletError("passkey_unsupported");
  }
  const key = prf.results && (await deriveKey(prf.results.first, salt));
  return { credentialId, salt, key };
}

/** Asks for fingerprint, face, or device PIN, and derives the passkey's key. Throws as createPasskey does. */
export async function askPasskey({ credentialId, salt }: Passkey): Promise<CryptoKey> {
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
  if (findPasskeyObstacle()) throw new WalletError("passkey_unsupported");
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
