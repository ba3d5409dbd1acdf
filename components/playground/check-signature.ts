import { compareSigned, readContent, readProof } from "#lib/client/verify-receipt.ts";
import { decodeUtf8, encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { type CryptoFailure, explainFailure } from "./explain-failure.ts";
import { readPublicJwk } from "./read-public-jwk.ts";

/** A request as it came: its body, its header, and the merchant's public key, as JWK or PEM. */
export type SignedRequest = { body: string; signature: string; publicKey: string };

export type SignatureReading =
  | { state: "empty" }
  | { state: "unreadable"; field: "receipt" | "publicKey"; reason: string }
  | { state: "unsigned" }
  | { state: "failed"; failure: CryptoFailure }
  | {
      state: "valid";
      /** The RFC 7638 thumbprint of the key. */
      thumbprint: string;
      /** What the signature says it is for. */
      binding: unknown;
      /** The fields in which the receipt is not what was signed. */
      differs: string[];
      /** What the service filled in. */
      madeUp: string[];
    };

/** The signature inside an opened receipt. */
export async function checkReceipt(text: string): Promise<SignatureReading> {
  if (text.trim() === "") return { state: "empty" };
  const receipt = parseObject(text);
  if (typeof receipt === "string")
    return { state: "unreadable", field: "receipt", reason: receipt };
  if (receipt.merchantSignature == null) return { state: "unsigned" };
  try {
    const proof = readProof(receipt.merchantSignature);
    const { bytes, ...proven } = await verifyMerchantSignature(proof);
    const signed = readContent(decodeUtf8(bytes));
    return { state: "valid", ...proven, ...compareSigned(receipt, signed) };
  } catch (error) {
    return { state: "failed", failure: explainFailure(error) };
  }
}

/** The signature of a request, over the exact bytes of its body. */
export async function checkRequest(request: SignedRequest): Promise<SignatureReading> {
  if (request.signature.trim() === "") return { state: "unsigned" };
  const jwk = await readPublicJwk(request.publicKey);
  if (typeof jwk === "string") return { state: "unreadable", field: "publicKey", reason: jwk };
  const jws = request.signature.trim().replace(/^x-merchant-signature:\s*/i, "");
  try {
    const signedBytes = encodeBase64Url(encodeUtf8(request.body));
    const proof = readProof({ jws, signedBytes, jwk });
    const { thumbprint, binding } = await verifyMerchantSignature(proof);
    return { state: "valid", thumbprint, binding, differs: [], madeUp: [] };
  } catch (error) {
    return { state: "failed", failure: explainFailure(error) };
  }
}

/** The object, or why there is none. */
function parseObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
    return "This is not a JSON object.";
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : ""}`;
  }
}
