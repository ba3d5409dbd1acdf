import { formatMoney } from "#lib/core/money.ts";
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

/** A tax rate, given in thousandths of a percent, as printed on a receipt: "8.875%", "7 %". */
export function formatRate(rate: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 3 });
  return format.format(rate / 100_000);
}

/** "0.25 kg", "0,25 kg". */
export function formatWeight(kilograms: number, { locale }: Pick<Shop, "locale">): string {
  const format = new Intl.NumberFormat(locale, { style: "unit", unit: "kilogram" });
  return format.format(kilograms);
}
