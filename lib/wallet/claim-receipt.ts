import type { Answer } from "#lib/browser/api.ts";
import { claimReceiptOperation } from "#lib/escrow/contract.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import type { StoredCard } from "./device-store.ts";
import { WalletError } from "./wallet-error.ts";

export type ClaimedReceipt = Answer<"POST /api/v1/receipts/claim">;

type Claim = { code: string; card: Pick<StoredCard, "userId" | "environment" | "session"> };

type Claimer = Pick<WalletCaller, "observe"> & { signal: AbortSignal };

/** About two minutes: a payment that takes longer waits for something else than a provider's answer. */
const PAUSES_MS = [2000, 3000, 5000, 5000, 10_000, 15_000, 20_000, 30_000, 30_000];

/**
 * Delivers the receipt of a claim code to the user of a card. As long as the payment is not complete, tries again
 * by itself for about two minutes, and tells `onWaiting`. Throws WalletError, or the reason of the signal.
 */
export async function claimReceipt(
  claim: Claim,
  { onWaiting, ...claimer }: Claimer & { onWaiting: () => void },
): Promise<ClaimedReceipt> {
  for (const pause of PAUSES_MS) {
    try {
      return await claimOnce(claim, claimer);
    } catch (error) {
      if (!(error instanceof WalletError) || error.reason !== "claim_waiting") throw error;
      onWaiting();
      await wait(pause, claimer.signal);
    }
  }
  return await claimOnce(claim, claimer);
}

async function claimOnce(
  { code, card: { userId, environment, session } }: Claim,
  claimer: Claimer,
): Promise<ClaimedReceipt> {
  if (userId === null) throw new WalletError("not_found");
  const { response } = claimReceiptOperation;
  const refusals = { 404: "claim_unknown", 409: "claim_waiting" } as const;
  return await callWalletApi(
    "POST /api/v1/receipts/claim",
    {
      ...claimer,
      environment,
      session,
      response,
      refusals: session ? { ...refusals, 401: "visit_ended" } : refusals,
    },
    { body: { claimCode: code, userId } },
  );
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
