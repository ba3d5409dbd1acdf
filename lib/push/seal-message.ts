import webPush from "web-push";
import { config } from "#lib/config.ts";
import { publicUrl } from "#lib/public-url.ts";
import type { PushKeys } from "#lib/secrets/secrets.ts";
import type { PushTarget } from "./contract.ts";
import type { SealedMessage } from "./post-message.ts";

/** A device that was off for longer shows its receipts when the wallet is opened. */
const TTL_SECONDS = 24 * 60 * 60;

/**
 * A message that only the browser can read (RFC 8291), and that says where a receipt is, not what is in
 * it. One that a push service still holds is replaced by it. Throws where the browser's keys are not any.
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

/** Whom a push service writes to where messages are a nuisance. */
function contact(): string {
  const url = publicUrl();
  const { securityContact } = config();
  if (securityContact !== undefined) return securityContact;
  return url.startsWith("https:") ? url : `mailto:postmaster@${new URL(url).hostname}`;
}
