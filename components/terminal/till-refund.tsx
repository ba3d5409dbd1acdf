"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { RefundDialog } from "#components/payments/refund-dialog.tsx";
import {
  amountLeft,
  type CreditNoteMerchant,
  type RefundableSale,
  type RefundBody,
} from "#components/payments/refund-draft.ts";
import { needsAttention, RefundNote } from "#components/payments/refund-note.tsx";
import { type PaymentState, useRefunding } from "#components/payments/use-payment-changes.ts";
import { Button } from "#components/ui/button.tsx";
import { sealRefund } from "#lib/terminal/seal-refund.ts";
import type { TillSale } from "./use-till-payment.ts";

type TillRefundProps = { order: TillSale; payment: PaymentState };

/** Gives back the sale that was just paid, or a part of it. */
export function TillRefund({ order, payment }: TillRefundProps) {
  const sale = saleOf(order, payment);
  const { environment } = order;
  // What the till sealed stays the customer's alone when it goes back.
  const seals = payment.veroMetadata.sealedAt === "till" && hasReceipt(payment);
  const seal = ({ amount = amountLeft(sale), ...body }: RefundBody) =>
    sealRefund({ environment, sale, body: { ...body, amount } });
  const refunding = useRefunding(sale, environment, seals ? seal : undefined);
  const [open, setOpen] = useState(false);
  const { progress } = refunding;
  const isLeft = amountLeft(sale) > 0 || progress.state === "open";
  return (
    <>
      {isLeft ? (
        <Button
          look="secondary"
          icon={Undo2}
          pending={progress.state === "sending"}
          onClick={() => {
            refunding.begin();
            setOpen(true);
          }}
        >
          Refund
        </Button>
      ) : null}
      {needsAttention(progress) && !open ? (
        <div className="w-full">
          <RefundNote sale={sale} progress={progress} />
        </div>
      ) : null}
      <RefundDialog
        sale={sale}
        merchant={merchantOf(order)}
        refunding={refunding}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  );
}

function saleOf({ gateway }: TillSale, payment: PaymentState): RefundableSale {
  const { amount, currency, receiptStatus } = payment.veroMetadata;
  return { ...payment, gateway, amount, currency, receiptStatus };
}

/** Where its receipt is gone, there is no cardholder to seal a credit note to. */
function hasReceipt({ veroMetadata: { receiptStatus } }: PaymentState): boolean {
  return receiptStatus === "sealed" || receiptStatus === "escrowed";
}

/** The till still knows what it printed on the receipt. */
function merchantOf({ shop }: TillSale): CreditNoteMerchant {
  return {
    merchantName: shop.merchantName,
    merchantStreet: shop.merchantStreet,
    merchantCity: shop.merchantCity,
    merchantState: shop.merchantState,
    merchantPostalCode: shop.merchantPostalCode,
    merchantCountry: shop.merchantCountry,
    merchantTaxId: shop.merchantTaxId,
    transactionTimezone: shop.timezone,
  };
}
