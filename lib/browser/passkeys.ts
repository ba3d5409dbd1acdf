import { type Answer, api } from "./api.ts";
import { PasskeyError } from "./passkey-error.ts";

export type AddedPasskey = Answer<"PUT /api/console/passkeys">;

/** Creates a passkey on a device of the person's choice. Throws PasskeyError or ApiError. */
export async function registerPasskey(): Promise<AddedPasskey> {
  const { startRegistration } = await loadWebAuthn();
  const optionsJSON = await api("POST /api/console/passkeys");
  const response = await asPerson(startRegistration({ optionsJSON }));
  return await api("PUT /api/console/passkeys", { body: { response: withType(response) } });
}

/** Confirms the member of the session by passkey. Throws PasskeyError or ApiError. */
export async function stepUpWithPasskey(): Promise<void> {
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = await api("POST /api/console/step-up/passkey");
  const response = await asPerson(startAuthentication({ optionsJSON }));
  await api("PUT /api/console/step-up/passkey", { body: { response: withType(response) } });
}

/**
 * Signs in. With `autofill`, waits until a passkey is chosen among what the browser offers at the email
 * field. Throws PasskeyError or ApiError.
 */
export async function signInWithPasskey({ autofill = false } = {}): Promise<void> {
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = await api("POST /api/console/passkeys/sign-in");
  const useBrowserAutofill = autofill;
  const response = await asPerson(startAuthentication({ optionsJSON, useBrowserAutofill }));
  await api("PUT /api/console/passkeys/sign-in", { body: { response: withType(response) } });
}

/** Whether this browser offers passkeys at the email field. */
export async function supportsAutofill(): Promise<boolean> {
  return await (await loadWebAuthn()).browserSupportsWebAuthnAutofill();
}

/** Cancels a pending autofill request. */
export async function cancelPasskeys(): Promise<void> {
  (await loadWebAuthn()).WebAuthnAbortService.cancelCeremony();
}

/** On demand: most visits of most pages need no passkey. */
async function loadWebAuthn() {
  return await import("@simplewebauthn/browser");
}

/** The one type of credential that WebAuthn has; in browsers' types it is any text. */
function withType<Response extends object>(response: Response) {
  return { ...response, type: "public-key" as const };
}

async function asPerson<T>(answer: Promise<T>): Promise<T> {
  return await answer.catch(async (cause: unknown) => {
    const { WebAuthnError } = await loadWebAuthn();
    const code = cause instanceof WebAuthnError ? cause.code : undefined;
    const name = cause instanceof Error ? cause.name : "";
    throw new PasskeyError(sentences[code ?? ""] ?? sentences[name] ?? unsupported, { cause });
  });
}

const unsupported = "This browser cannot use a passkey here.";

const sentences: Record<string, string> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device has a passkey for your account already.",
  ERROR_INVALID_DOMAIN: "Passkeys work only at this service’s own address.",
  ERROR_INVALID_RP_ID: "Passkeys work only at this service’s own address.",
  NotAllowedError: "No passkey was used. Try again, or choose another way.",
};
