import { parseApiKey } from "#lib/crypto/api-key-format.ts";
import type { MerchantSigningKey } from "#lib/crypto/seal-receipt.ts";
import { signBytes } from "#lib/crypto/sign-receipt.ts";
import type { Gateway } from "./schemas.ts";

/** The merchant's pair, and what its signatures hold for. */
export type RequestSigningKey = Omit<MerchantSigningKey, "binding"> & {
  /** The organization's id, as its settings show it: a signature then holds for one request of it, and for no other. */
  organization?: string | undefined;
  /** That of the API key, if not given. */
  environment?: "production" | "staging" | "development" | undefined;
};

/** What a signature is for. */
export type RequestToSign =
  | { request: "create"; gateway: Gateway }
  | { request: "refund"; gateway: Gateway; paymentId: string };

/**
 * The `X-Merchant-Signature` of a body: a detached JWS (RFC 7515 appendix F, RFC 7797) over exactly these bytes. A client
 * with a `signingKey` sends it by itself. Throws CryptoError as signReceipt does.
 */
export async function signRequest(
  body: string | Uint8Array,
  request: RequestToSign,
  {
    organization,
    environment,
    apiKey,
    ...keys
  }: RequestSigningKey & { apiKey?: string | undefined },
): Promise<string> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const place = environment ?? parseApiKey(apiKey ?? "")?.environment;
  if (organization !== undefined && place === undefined) {
    throw new TypeError("signingKey has an organization, and needs its environment, too");
  }
  const binding = organization && { organization, environment: place, ...request };
  const { jws } = await signBytes(bytes, binding ? { ...keys, binding } : keys);
  return jws;
}
