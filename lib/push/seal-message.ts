import webPush from "web-push";
import { config } from "#lib/config.ts";
import { publicUrl } from "#lib/public-url.ts";
import type { PushKeys } from "#lib/secrets/secrets.ts";
import type { PushTarget } from "./contract.ts";
import type { SealedMessage } from "./post-message.ts";

/** A device that was off for longer shows its receipts when the wallet is opened. */
const TTL_SECONDS = 24 * 60 * 60;

/**
 * A message that only the browser can read (RFC 8291): it names the receipt, but has none of its content. It
 * replaces one that the push service still holds. Throws if the browser's keys are invalid.
 */
export function sealMessage(
  target: PushTarget,
  { paymentId }: { paymentId: string },
  keys: PushKeys,
): SealedMessage {
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    target,
    JSON.stringify({ paymentId }),
    {
      vapidDetails: { subject: contact(), ...keys },
      contentEncoding: "aes128gcm",
      TTL: TTL_SECONDS,
      topic: "receipts",
    },
  );
  if (!body) throw new Error("a message with a payload has a body");
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { endpoint, headers: Object.fromEntries(texts), body };
}

/** The contact of this service, for a push service with complaints. */
function contact(): string {
  const url = publicUrl();
  const { securityContact } = config();
  if (securityContact !== undefined) return securityContact;
  return url.startsWith("https:") ? url : `mailto:postmaster@${new URL(url).hostname}`;
}
