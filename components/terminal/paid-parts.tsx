"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { describeCancelError } from "#components/payments/cancel-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import type { Shop } from "#lib/terminal/shop.ts";
import { type PaidPart, sumParts } from "#lib/terminal/split-tender.ts";
import { ShopMoney } from "./shop-money.tsx";

type PaidPartsProps = {
  shop: Shop;
  parts: readonly PaidPart[];
  left: number;
  /** Everything went back to the cards. */
  onGivenBack: () => void;
};

/** What other cards have paid of the sale, and the way out of it. */
export function PaidParts({ shop, parts, left, onGivenBack }: PaidPartsProps) {
  const [isAsked, setAsked] = useState(false);
  const giveBack = useGiveBack(parts);
  const paid = <ShopMoney shop={shop} amount={sumParts(parts)} />;
  return (
    <section aria-label="Paid so far" className="border border-line bg-slip px-4 py-3 md:px-5">
      <dl className="space-y-1 text-sm">
        {parts.map(({ transactionId, amount }, at) => (
          <div key={transactionId} className="flex flex-wrap justify-between gap-x-3">
            <dt>{parts.length === 1 ? "The first card" : `Card ${at + 1}`}</dt>
            <dd>
              <ShopMoney shop={shop} amount={amount} />
            </dd>
          </div>
        ))}
        <div className="flex flex-wrap justify-between gap-x-3 border-t border-dashed border-line pt-1 font-medium">
          <dt>Left to pay</dt>
          <dd>
            <ShopMoney shop={shop} amount={left} />
          </dd>
        </div>
      </dl>
      <div className="mt-3">
        <Button
          look="secondary"
          size="small"
          icon={Undo2}
          pending={giveBack.isPending}
          onClick={() => {
            if (!giveBack.isPending) giveBack.reset();
            setAsked(true);
          }}
        >
          Give it back and end the sale
        </Button>
      </div>
      <LazyConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="End this sale?"
        confirmLabel="Give it back"
        dismissLabel="Keep the sale"
        onConfirm={() =>
          giveBack.mutate(undefined, {
            onSuccess: () => {
              toast.success("What was paid goes back to the cards");
              onGivenBack();
            },
          })
        }
        pending={giveBack.isPending}
        error={giveBack.error ? describeCancelError(giveBack.error) : undefined}
      >
        <p>
          {paid} goes back to {parts.length === 1 ? "the card that paid it" : "the cards that paid"}
          , and the sale is closed. Nothing else is charged.
        </p>
      </LazyConfirmDialog>
    </section>
  );
}

function useGiveBack(parts: readonly PaidPart[]) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async () => {
      const { giveBack } = await import("#lib/terminal/give-back.ts");
      await giveBack(parts);
    },
    onSettled: () => {
      for (const { environment } of parts) {
        void client.invalidateQueries({ queryKey: [environment] });
      }
    },
  });
}
