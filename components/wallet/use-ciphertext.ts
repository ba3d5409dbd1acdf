import { receiptAad } from "#lib/crypto/envelope.ts";
import { useWallet } from "./wallet-state.ts";

/** How much of it is shown. */
const MAX_LENGTH = 160;

/** The beginning of what the service has of a receipt; undefined where its envelope has not come since the page was loaded. */
export function useCiphertext(paymentId: string): string | undefined {
  const { scenes } = useWallet();
  const aad = receiptAad(paymentId);
  const [envelope] = scenes
    .flatMap(({ observations }) => observations)
    .flatMap((step) => (step.kind === "envelope_received" ? [step.envelope] : []))
    .filter((received) => received.aad === aad);
  return envelope && `${envelope.ciphertext.slice(0, MAX_LENGTH)}…`;
}
