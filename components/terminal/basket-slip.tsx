import { Minus, Plus, ShoppingBasket } from "lucide-react";
import type { ReactNode } from "react";
import { Slip } from "#components/ui/slip.tsx";
import { MAX_QUANTITY } from "#lib/terminal/basket.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import { amountSold, type TotalLine, type Totals } from "#lib/terminal/totals.ts";
import { formatWeight, ShopMoney } from "./shop-money.tsx";
import { TotalsList } from "./totals-list.tsx";

type BasketSlipProps = {
  shop: Shop;
  totals: Totals;
  /** Absent during payment, when the slip is read-only. */
  onQuantity?: (itemId: string, quantity: number) => void;
  tipChoice?: ReactNode;
};

/** The sale so far, on the paper that it will be printed on. */
export function BasketSlip({ shop, totals, onQuantity, tipChoice }: BasketSlipProps) {
  const { lines } = totals;
  return (
    <section aria-label="Basket" data-unsent={onQuantity ? "" : undefined}>
      <Slip>
        <p
          data-stored="receipt.shop"
          className="border-b border-dashed border-line pb-3 text-center font-mono text-xs tracking-wide uppercase"
        >
          {shop.merchantName}
        </p>
        {lines.length === 0 ? (
          <div className="py-10 text-center text-sm text-muted">
            <ShoppingBasket aria-hidden="true" className="mx-auto size-7" strokeWidth={1.25} />
            <p className="mt-3 font-medium text-ink">Nothing rung up yet</p>
            <p className="mt-1">Tap an item to begin the sale.</p>
          </div>
        ) : (
          <>
            <ul className="divide-y divide-dashed divide-line">
              {lines.map((line) => (
                <li key={line.item.itemId} className="py-2.5">
                  <Line shop={shop} line={line} {...(onQuantity ? { onQuantity } : {})} />
                </li>
              ))}
            </ul>
            {tipChoice ? (
              <div className="border-t border-dashed border-line py-3">{tipChoice}</div>
            ) : null}
            <TotalsList shop={shop} totals={totals} />
          </>
        )}
      </Slip>
    </section>
  );
}

type LineProps = Pick<BasketSlipProps, "shop" | "onQuantity"> & { line: TotalLine };

function Line({ shop, line: { item, quantity, total }, onQuantity }: LineProps) {
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        <span data-stored="receipt.items" lang={shop.locale} className="min-w-0 break-words">
          {item.name}
        </span>
        <span data-stored="receipt.items">
          <ShopMoney shop={shop} amount={total} />
        </span>
      </p>
      {onQuantity ? (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-muted">
          <Stepper
            name={item.name}
            quantity={quantity}
            onChange={(next) => onQuantity(item.itemId, next)}
          />
          <p data-stored="receipt.items" className="text-xs">
            {item.kilograms ? `${formatWeight(amountSold(item, quantity), shop)} × ` : ""}
            <ShopMoney shop={shop} amount={item.unitPrice} /> {item.kilograms ? "a kg" : "each"}
          </p>
        </div>
      ) : (
        <p data-stored="receipt.items" className="text-xs text-muted">
          {item.kilograms ? formatWeight(amountSold(item, quantity), shop) : quantity} ×{" "}
          <ShopMoney shop={shop} amount={item.unitPrice} />
        </p>
      )}
    </div>
  );
}

type StepperProps = { name: string; quantity: number; onChange: (quantity: number) => void };

function Stepper({ name, quantity, onChange }: StepperProps) {
  return (
    <div className="-ml-3 flex items-center text-ink md:-ml-2">
      <button
        type="button"
        aria-label={quantity === 1 ? `Take ${name} away` : `One ${name} less`}
        onClick={() => onChange(quantity - 1)}
        className={step}
      >
        <Minus aria-hidden="true" className="size-4" />
      </button>
      <span className="min-w-6 text-center tabular-nums">
        <span className="sr-only">Quantity </span>
        {quantity}
      </span>
      <button
        type="button"
        aria-label={`One ${name} more`}
        disabled={quantity >= MAX_QUANTITY}
        onClick={() => onChange(quantity + 1)}
        className={step}
      >
        <Plus aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}

const step =
  "grid size-11 cursor-pointer touch-manipulation place-items-center hover:bg-ink/8 disabled:cursor-not-allowed disabled:opacity-40 md:size-8";
