import { compareSigned, readContent, readProof } from "#lib/client/verify-receipt.ts";
import { decodeUtf8, encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { verifyMerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { type CryptoFailure, explainFailure } from "./explain-failure.ts";

export type SignatureReading =
  | { state: "empty" }
  | { state: "unreadable"; reason: string }
  | { state: "unsigned" }
  | { state: "failed"; failure: CryptoFailure }
  | {
      state: "valid";
      /** The RFC 7638 thumbprint of the key. */
      thumbprint: string;
      /** What the signature says it is for. */
      binding: unknown;
      /** In which the receipt is not what was signed. */
      differs: string[];
      /** What the service filled in. */
      madeUp: string[];
    };

/** The signature inside an opened receipt. */
export async function checkReceipt(text: string): Promise<SignatureReading> {
  const parsed = parseObject(text, "receipt");
  if (parsed.state !== "parsed") return parsed;
  const receipt = parsed.value;
  if (receipt.merchantSignature == null) return { state: "unsigned" };
  try {
    const { bytes, ...proven } = await verifyMerchantSignature(
      readProof(receipt.merchantSignature),
    );
    const signed = readContent(decodeUtf8(bytes));
    return { state: "valid", ...proven, ...compareSigned(receipt, signed) };
  } catch (error) {
    return { state: "failed", failure: explainFailure(error) };
  }
}

/** The signature of a request, over the exact bytes of its body. */
export async function checkRequest({
  body,
  signature,
  jwk,
}: {
  body: string;
  signature: string;
  jwk: string;
}): Promise<SignatureReading> {
  if (signature.trim() === "") return { state: "empty" };
  const parsed = parseObject(jwk, "JWK");
  if (parsed.state !== "parsed") return parsed;
  const jws = signature.trim().replace(/^x-merchant-signature:\s*/i, "");
  try {
    const signedBytes = encodeBase64Url(encodeUtf8(body));
    const proof = readProof({ jws, signedBytes, jwk: parsed.value });
    const { thumbprint, binding } = await verifyMerchantSignature(proof);
    return { state: "valid", thumbprint, binding, differs: [], madeUp: [] };
  } catch (error) {
    return { state: "failed", failure: explainFailure(error) };
  }
}

type Parsed =
  | { state: "empty" }
  | { state: "unreadable"; reason: string }
  | { state: "parsed"; value: Record<string, unknown> };

function parseObject(text: string, what: string): Parsed {
  if (text.trim() === "") return { state: "empty" };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { state: "parsed", value: { ...value } };
    }
    return { state: "unreadable", reason: `The ${what} is not a JSON object.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    return { state: "unreadable", reason: `The ${what} is not JSON: ${why}` };
  }
}
