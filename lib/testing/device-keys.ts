import { generateKeyPairSync } from "node:crypto";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import { type ApiClient, randomHashedPan, type TestCardholder } from "./api-client.ts";

export type TestPair = Pick<TestCardholder, "keyId" | "publicKey" | "privateKey">;

/** A fresh pair of either kind, as a device makes it. */
export async function createPair(kind: "RSA-2048" | "P-256"): Promise<TestPair> {
  const { publicKey, privateKey } =
    kind === "P-256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return {
    keyId: formatKeyId((await importPublicKey(pem)).thumbprint),
    publicKey: pem,
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** A cardholder with the key of one device. */
export async function registerPair(
  api: Pick<ApiClient, "call">,
  pair: TestPair,
  hashedPan = randomHashedPan(),
): Promise<TestCardholder> {
  const { keyId, publicKey } = pair;
  const body = { hashedPan, keyId, publicKey };
  const { userId } = await api.call("POST /api/v1/onboarding/register", { body });
  return { ...pair, userId, hashedPan };
}

export async function addPair(
  api: Pick<ApiClient, "call">,
  { userId }: Pick<TestCardholder, "userId">,
  { keyId, publicKey }: TestPair,
): Promise<void> {
  const body = { keyId, publicKey };
  await api.call("POST /api/v1/users/{userId}/keys", { params: { userId }, body });
}
