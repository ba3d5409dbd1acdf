import { Webhook } from "standardwebhooks";

/** The event of a delivery. Throws unless it is signed with your secret, and less than five minutes old. */
export function verify(secret: string, headers: Headers, body: string): unknown {
  return new Webhook(secret).verify(body, Object.fromEntries(headers));
}
