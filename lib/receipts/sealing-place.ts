import type { ReceiptSummary } from "./contract.ts";

/** As it is stored: where a receipt was sealed, and at the till to whose key. */
export type SealingPlace = "service" | "till" | "till_for_escrow";

/** The same as the API says it. What the service sealed for the escrow has the time of that. */
export function describeSealing({
  sealingPlace,
  escrowedAt,
}: {
  sealingPlace: SealingPlace;
  escrowedAt: Date | null;
}): Pick<ReceiptSummary, "sealedAt" | "keyKind"> {
  const isOfEscrow = sealingPlace === "till_for_escrow" || escrowedAt !== null;
  return {
    sealedAt: sealingPlace === "service" ? "service" : "till",
    keyKind: isOfEscrow ? "escrow" : "cardholder",
  };
}
