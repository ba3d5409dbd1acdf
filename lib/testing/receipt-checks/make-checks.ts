import { createPrivateKey, sign } from "node:crypto";
import { encodeBase64Url, encodeUtf8 } from "#lib/crypto/bytes.ts";
import vectors from "#public/vectors/sealed-at-the-till.json" with { type: "json" };
import type { Proof } from "./broken-proofs.ts";
import { type Given, receiptCheckCases } from "./cases.ts";

// Makes checks.json, once, for the clients of all languages: node make-checks.ts > checks.json

const checks = receiptCheckCases.map(([name, check, given]) => ({
  name,
  ...makeReceipt(given),
  ...(given.publicKey && { publicKey: given.publicKey }),
  ...(given.environment && { environment: given.environment }),
  check,
}));
process.stdout.write(JSON.stringify(checks));

function makeReceipt({ body, till, text, proof, ...given }: Given) {
  const ofService = { version: "1.0", mockItems: true, paymentId: "pay_1", gateway: "gateway_one" };
  const made = proveBody(text ?? JSON.stringify(till ?? body), given);
  const merchantSignature = proof ? proof(made) : made;
  const sealed = till ?? { ...ofService, ...body };
  const receipt: Record<string, unknown> = { ...sealed, merchantSignature, ...given.receipt };
  const { paymentId, receiptId, transactionId, gateway, amount, currency } = receipt;
  const { kind, refundOf } = receipt;
  const listed = { paymentId, receiptId, transactionId, gateway, amount, currency };
  const entry = { ...listed, kind: kind ?? "sale", refundOf: refundOf ?? null, ...given.listed };
  return { receipt, listed: entry };
}

/** A detached JWS over the text (RFC 7515 appendix F, RFC 7797). */
function proveBody(text: string, { signer = "EdDSA", binding, header }: Given): Proof {
  const { privateKey, thumbprint } = vectors.signers[signer];
  const { d: _secret, ...jwk } = privateKey;
  const isBound = binding !== undefined;
  const protectedHeader = {
    alg: signer,
    kid: thumbprint,
    b64: false,
    crit: ["b64", ...(isBound ? ["sealslip"] : [])],
    ...(isBound && { sealslip: binding }),
    ...header,
  };
  const encoded = encodeBase64Url(encodeUtf8(JSON.stringify(protectedHeader)));
  const key = createPrivateKey({ key: privateKey, format: "jwk" });
  const input = Buffer.from(`${encoded}.${text}`);
  const options = { key, dsaEncoding: "ieee-p1363" } as const;
  const signature = sign(signer === "ES256" ? "sha256" : null, input, options);
  const signedBytes = Buffer.from(text).toString("base64url");
  return { jws: `${encoded}..${signature.toString("base64url")}`, signedBytes, jwk };
}
