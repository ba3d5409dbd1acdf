import { formatMoney } from "#lib/money/format-money.ts";
import type { Shop } from "#lib/terminal/shop.ts";

type ShopMoneyProps = { shop: Pick<Shop, "currency" | "locale">; amount: number };

/** An amount as the shop writes its prices. */
export function ShopMoney({ shop: { currency, locale }, amount }: ShopMoneyProps) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMoney({ amount, currency }, locale)}
    </span>
  );
}
