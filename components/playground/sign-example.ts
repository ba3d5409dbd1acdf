import { signRequest } from "#lib/client/sign-request.ts";
import { generateSigningKeys, readSigningKeys } from "#lib/client/signing-keys.ts";
import { signReceipt } from "#lib/crypto/sign-receipt.ts";
import type { SignedRequest } from "./check-signature.ts";
import { exampleReceipt } from "./example-receipt.ts";
import { PLAYGROUND_PAYMENT } from "./seal-example.ts";

const place = { organization: "org_playground", environment: "development" } as const;

/** A receipt as a till seals it, signed with a fresh key of this page. */
export async function signExampleReceipt(): Promise<string> {
  const { privateKey, publicKey } = await createPair();
  const sealed = { ...exampleReceipt, paymentId: PLAYGROUND_PAYMENT, sealedAt: "till" };
  const binding = { ...place, request: "create", gateway: "gateway_one" };
  const merchantSignature = await signReceipt(sealed, { privateKey, publicKey, binding });
  return JSON.stringify({ ...sealed, merchantSignature }, null, 2);
}

/** The request of a payment, signed the same way. */
export async function signExampleRequest(): Promise<SignedRequest> {
  const { publicKeyPem, ...pair } = await createPair();
  const body = JSON.stringify(exampleReceipt);
  const signature = await signRequest(
    body,
    { request: "create", gateway: "gateway_one" },
    { ...place, ...pair },
  );
  return { body, signature, publicKey: publicKeyPem };
}

/** P-256: every browser has it. */
async function createPair() {
  const { privateKeyPem, publicKeyPem } = await generateSigningKeys({ kind: "P-256" });
  const { privateKey, publicKey } = await readSigningKeys(privateKeyPem);
  return { privateKey, publicKey, publicKeyPem };
}
