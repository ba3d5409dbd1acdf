"use client";

import { ArrowUpRight, LayoutDashboard, Wallet } from "lucide-react";
import { ButtonLink } from "#components/ui/button-link.tsx";
import type { Order } from "./use-payment.ts";

type NextDoorsProps = { order: Order; paymentId: string; escrowed: boolean };

/** To the payment as the merchant sees it, and to the receipt as the cardholder does. */
export function NextDoors({ order, paymentId, escrowed }: NextDoorsProps) {
  const { environment, card } = order;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={`/merchant/payments/${paymentId}?environment=${environment}`}
          prefetch={false}
          look="secondary"
          icon={LayoutDashboard}
        >
          See it in the console
        </ButtonLink>
        {/* In a tab of its own: the terminal keeps its sale. */}
        <ButtonLink href="/wallet" prefetch={false} target="_blank" look="secondary" icon={Wallet}>
          Open the wallet
          <ArrowUpRight aria-hidden="true" className="size-4" />
          <span className="sr-only">, in a new tab</span>
        </ButtonLink>
      </div>
      <p className="max-w-[65ch] text-sm text-muted text-pretty">
        {escrowed
          ? `Nobody has registered the card ending in ${card.last4} yet: its receipt waits in escrow, and is handed over when a wallet adds the card.`
          : `The card ending in ${card.last4} is registered: its receipt is in the cardholder’s wallet now, and only that opens it.`}{" "}
        {environment === "development" ? "" : "The wallet of this demo shows development alone."}
      </p>
    </div>
  );
}
