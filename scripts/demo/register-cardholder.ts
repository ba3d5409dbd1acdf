import { keyPair, user } from "#lib/cardholders/contract.ts";
import { requireThat } from "./demo-failure.ts";
import type { Stage } from "./stage.ts";

/** `privateKey` is PEM PKCS#8; in real life it never leaves the cardholder's device. */
export type Cardholder = { userId: string; keyId: string; privateKey: string };

/** Makes a key pair and registers the card with it; `waiting` receipts must come out of escrow. */
export async function registerCardholder(
  { transcript, keys }: Stage,
  { hashedPan, waiting }: { hashedPan: string; waiting: number },
): Promise<Cardholder> {
  const { keyId, publicKey, privateKey } = await transcript.succeed(
    { method: "POST", path: "/onboarding/generate-keys", key: keys.issuer, status: 200 },
    keyPair,
    (pair) => pair.keyId,
  );
  const { userId } = await transcript.succeed(
    {
      method: "POST",
      path: "/onboarding/register",
      key: keys.issuer,
      body: { hashedPan, publicKey, keyId },
      status: 201,
    },
    user,
    (cardholder) => {
      const { deliveredReceipts } = cardholder;
      requireThat(
        deliveredReceipts === waiting,
        `register: ${deliveredReceipts} receipts delivered instead of ${waiting}`,
      );
      return waiting === 0 ? cardholder.userId : `deliveredReceipts: ${deliveredReceipts}`;
    },
  );
  return { userId, keyId, privateKey };
}
