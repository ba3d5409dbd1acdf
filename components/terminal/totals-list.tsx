import type { ReactNode } from "react";
import type { StoredValue } from "#lib/core/data-inventory.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import type { Totals } from "#lib/terminal/totals.ts";
import { formatRate, ShopMoney } from "./shop-money.tsx";

/** From the subtotal to the total. */
export function TotalsList({ shop, totals }: { shop: Shop; totals: Totals }) {
  const { goods, taxes, tip, total } = totals;
  const taxed = taxes.filter(({ taxClass }) => taxClass.rate > 0);
  const rows = taxed.map(({ taxClass: { code, label, rate }, tax }) => (
    <Row key={code} name={taxName(shop, label, rate)} quiet={shop.pricesIncludeTax}>
      <ShopMoney shop={shop} amount={tax} />
    </Row>
  ));
  return (
    <dl className="space-y-1 border-t border-dashed border-line pt-3 text-sm">
      {goods === total ? null : (
        <Row name="Subtotal">
          <ShopMoney shop={shop} amount={goods} />
        </Row>
      )}
      {shop.pricesIncludeTax ? null : rows}
      {tip > 0 ? (
        <Row name="Tip">
          <ShopMoney shop={shop} amount={tip} />
        </Row>
      ) : null}
      <Row name="Total" stored="payment.amount" total>
        <ShopMoney shop={shop} amount={total} />
      </Row>
      {shop.pricesIncludeTax ? rows : null}
    </dl>
  );
}

function taxName({ pricesIncludeTax, locale }: Shop, label: string, rate: number): string {
  return `${pricesIncludeTax ? "incl. " : ""}${label} ${formatRate(rate, locale)}`;
}

type RowProps = {
  name: string;
  stored?: StoredValue;
  total?: true;
  quiet?: boolean;
  children: ReactNode;
};

function Row({ name, stored = "receipt.sums", total, quiet, children }: RowProps) {
  const look = total
    ? "py-1 text-xl font-semibold tracking-tight"
    : quiet
      ? "text-xs text-muted"
      : "";
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-3 ${look}`}>
      <dt>{name}</dt>
      <dd data-stored={stored} className="ml-auto">
        {children}
      </dd>
    </div>
  );
}
