import { ArrowUpRight, LayoutDashboard, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import type { PaymentStatus, ReceiptStatus } from "#lib/core/vocabulary.ts";
import type { TillSale } from "./use-till-payment.ts";

type NextDoorsProps = {
  order: TillSale;
  paymentId: string;
  status: PaymentStatus;
  receiptStatus: ReceiptStatus;
  /** Whether it waited for a wallet, which may have taken it by its code. */
  hadCode?: boolean;
  /** What else can be done with it. */
  children: ReactNode;
};

/** To the payment as the merchant sees it, and to the receipt as the cardholder does. */
export function NextDoors({
  order,
  paymentId,
  status,
  receiptStatus,
  hadCode,
  children,
}: NextDoorsProps) {
  const { environment } = order;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={`/merchant/payments/${paymentId}?environment=${environment}`}
          prefetch={false}
          look="secondary"
          icon={LayoutDashboard}
        >
          View it in the console
        </ButtonLink>
        {/* In a tab of its own: the terminal keeps its sale. */}
        <ButtonLink href="/wallet" prefetch={false} target="_blank" look="secondary" icon={Wallet}>
          Open the wallet
          <ArrowUpRight aria-hidden="true" className="size-4" />
          <span className="sr-only">, in a new tab</span>
        </ButtonLink>
        {children}
      </div>
      <p className="max-w-[65ch] text-sm text-muted text-pretty">
        {describeDelivery(status, receiptStatus, order.card, hadCode)}{" "}
        {environment === "development" ? "" : "The wallet shows only development."}
      </p>
    </div>
  );
}

function nameRecipient(card: TillSale["card"]): readonly [name: string, what: string] {
  switch (card?.kind) {
    case undefined:
      return ["The card", "the card"];
    case "card":
      return [`The card ending in ${card.last4}`, "the card"];
    case "device":
      return ["The account of the card in the phone", "the card"];
    case "phone_number":
      return ["The phone number", "the number"];
  }
}

/** Where the receipt is now. */
function describeDelivery(
  status: PaymentStatus,
  receiptStatus: ReceiptStatus,
  card: TillSale["card"],
  hadCode = false,
): string {
  if (status === "failed" || status === "canceled") {
    return "The payment was not made, and its receipt is destroyed.";
  }
  if (status !== "succeeded") {
    return "The receipt is sealed already, and is delivered once the payment has succeeded.";
  }
  const [name, what] = nameRecipient(card);
  if (receiptStatus === "escrowed") {
    return `${name} is not registered yet. The receipt waits in escrow until an issuer’s wallet adds ${what}, or its code is scanned.`;
  }
  // Of a payment from before this page was loaded, it is not known how its receipt got there.
  const how = hadCode || card === undefined ? "" : `${name} is registered: `;
  return `${how}${how ? "the" : "The"} receipt is now in the cardholder’s wallet, and only that wallet opens it.`;
}
