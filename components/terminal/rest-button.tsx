import { amountUnderWay } from "#components/payments/refund-draft.ts";
import type { PaymentState } from "#components/payments/use-payment-changes.ts";
import { Button } from "#components/ui/button.tsx";
import { isOfOrganizations } from "#lib/core/vocabulary.ts";
import type { PaidPart } from "#lib/terminal/split-tender.ts";
import { ShopMoney } from "./shop-money.tsx";
import { bigButton } from "./till-columns.tsx";
import type { TillSale } from "./use-till-payment.ts";

type RestButtonProps = {
  order: TillSale;
  paymentId: string | undefined;
  known: PaymentState | undefined;
  /** The part that was paid; undefined where it went back to the customer. */
  onRest: (paid: PaidPart | undefined) => void;
};

/** After one of several cards has paid: the next one pays what is left. */
export function RestButton({ order, paymentId, known, onRest }: RestButtonProps) {
  const { environment, gateway, body, shop, total, rest } = order;
  const isReturned =
    known !== undefined && (known.refundedAmount > 0 || amountUnderWay(known.refunds) > 0);
  const due = isReturned ? rest + total : rest;
  const { transactionId } = body;
  const paid =
    isReturned || paymentId === undefined || !isOfOrganizations(environment)
      ? undefined
      : { environment, gateway, paymentId, transactionId, amount: total };
  return (
    <Button className={bigButton} onClick={() => onRest(paid)}>
      <span>
        Take the rest, <ShopMoney shop={shop} amount={due} />
      </span>
    </Button>
  );
}
