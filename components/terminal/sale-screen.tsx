"use client";

import { CircleAlert, ReceiptText } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { countItems } from "#lib/terminal/basket.ts";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import { getShop, shops } from "#lib/terminal/shops.ts";
import { computeTotals } from "#lib/terminal/totals.ts";
import { BasketSlip } from "./basket-slip.tsx";
import { Catalog } from "./catalog.tsx";
import { ShopMoney } from "./shop-money.tsx";
import { bigButton, TillColumns, useHeadingFocus } from "./till-columns.tsx";
import { TipChoice } from "./tip-choice.tsx";
import type { KeptPayments } from "./use-kept-payments.ts";
import type { Till } from "./use-till.ts";

type SaleScreenProps = {
  till: Till;
  kept: KeptPayments;
  /** Opens an earlier payment. */
  onReopen: (transactionId: string) => void;
};

/** What the customer takes. */
export function SaleScreen({ till, kept, onReopen }: SaleScreenProps) {
  const { shop, basket, totals, tip, act } = till;
  const heading = useHeadingFocus();
  const count = countItems(basket);
  return (
    <TillColumns
      slip={
        <div id="basket" className="scroll-mt-6">
          <BasketSlip
            shop={shop}
            totals={totals}
            onQuantity={(itemId, quantity) => act({ kind: "quantity", itemId, quantity })}
            tipChoice={
              shop.tips.length > 0 ? (
                <TipChoice
                  key={`${shop.shopId} ${count === 0}`}
                  shop={shop}
                  tip={tip}
                  onChange={(next) => act({ kind: "tip", tip: next })}
                />
              ) : null
            }
          />
        </div>
      }
      action={
        <div className="flex flex-wrap items-center gap-x-3">
          <a
            href="#basket"
            className={`min-h-11 min-w-20 shrink-0 content-center text-sm lg:hidden ${count > 0 ? "font-medium text-pine underline underline-offset-4" : "text-muted"}`}
          >
            {count === 1 ? "1 item" : `${count} items`}
          </a>
          <div className="min-w-0 grow basis-40">
            <Button
              className={bigButton}
              disabled={totals.total < 1 || tip.kind === "unreadable"}
              onClick={() => act({ kind: "charge" })}
            >
              Charge <ShopMoney shop={shop} amount={totals.total} />
            </Button>
          </div>
        </div>
      }
    >
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-3xl font-medium tracking-[-0.03em] text-balance outline-none"
          >
            <span data-stored="receipt.shop">{shop.merchantName}</span>
          </h1>
          <p className="mt-1 text-sm text-muted">
            {shop.merchantCity}, prices in {shop.currency.toUpperCase()}
          </p>
        </div>
        <SegmentedControl
          label="Shop"
          value={shop.shopId}
          options={shops.map(({ shopId, kind }) => ({ value: shopId, label: kind }))}
          onChange={(shopId) => act({ kind: "shop", shopId })}
        />
      </header>
      {kept.unsettled.map((payment) => (
        <Button
          key={payment.sale.transactionId}
          look="danger"
          size="small"
          icon={CircleAlert}
          onClick={() => onReopen(payment.sale.transactionId)}
        >
          <KeptWords words="Not settled" payment={payment} />
        </Button>
      ))}
      {kept.last ? <LastSale payment={kept.last} onReopen={onReopen} /> : null}
      <Catalog shop={shop} basket={basket} onAdd={(itemId) => act({ kind: "add", itemId })} />
    </TillColumns>
  );
}

type KeptProps = { payment: KeptPayment };

function LastSale({ payment, onReopen }: KeptProps & Pick<SaleScreenProps, "onReopen">) {
  return (
    <Button
      look="secondary"
      size="small"
      icon={ReceiptText}
      onClick={() => onReopen(payment.sale.transactionId)}
    >
      <KeptWords words="Last sale" payment={payment} />
    </Button>
  );
}

function KeptWords({ words, payment }: KeptProps & { words: string }) {
  const { shopId, basket, tip, part } = payment;
  const shop = getShop(shopId);
  const { total } = computeTotals(shop, basket, tip);
  return (
    <span>
      {words}: <ShopMoney shop={shop} amount={part ?? total} /> at{" "}
      <span data-stored="receipt.shop">{shop.merchantName}</span>
    </span>
  );
}
