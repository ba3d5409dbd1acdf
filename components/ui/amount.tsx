import { formatMoney } from "#lib/core/money.ts";

type AmountProps = {
  /** In the currency's smallest unit. */
  amount: number | bigint;
  currency: string;
};

export function Amount({ amount, currency }: AmountProps) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMoney({ amount, currency }, "en-US")}
    </span>
  );
}
