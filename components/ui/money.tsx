import { formatMoney } from "#lib/core/money.ts";

type MoneyProps = {
  /** In the currency's smallest unit. */
  amount: number | bigint;
  currency: string;
};

export function Money({ amount, currency }: MoneyProps) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMoney({ amount, currency }, "en-US")}
    </span>
  );
}
