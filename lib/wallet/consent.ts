import type { ConsentMethod } from "./device-store.ts";

/** How a person says yes: a finger or face that the passkey asks for, or a PIN. */
export type Consent = { method: "passkey" } | { method: "pin"; pin: string };

/** A way of consent to set up; the name is what the browser shows beside the passkey. */
export type NewConsent =
  | { method: "passkey"; accountName: string }
  | { method: "pin"; pin: string };

export type { ConsentMethod } from "./device-store.ts";

export const consentNames: Readonly<Record<ConsentMethod, string>> = {
  passkey: "Passkey",
  pin: "PIN",
};
