import { CopiedCode } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { ShownPayment } from "./use-payment.ts";

const titles = {
  authorizationCode: "Authorization code",
  networkTransactionId: "Network transaction id",
  acquirerReferenceNumber: "ARN",
  merchantCategoryCode: "Category (MCC)",
  terminalId: "Terminal id",
} as const satisfies Record<keyof NonNullable<ShownPayment["match"]>, string>;

const fields = Object.keys(titles) as (keyof typeof titles)[];

/** What the cardholder's bank finds the payment by; renders nothing until the provider has reported something. */
export function MatchPanel({ match }: Pick<ShownPayment, "match">) {
  if (match === null) return null;
  const rows = fields.flatMap((field) => {
    const text = match[field];
    const name = titles[field];
    return text === null
      ? []
      : [
          {
            name,
            stored: "payment.match_data" as const,
            value: <CopiedCode text={text} label={name} />,
          },
        ];
  });
  return (
    <Panel title="In the bank’s ledger" description="What the cardholder’s bank finds it by.">
      <KeyValues rows={rows} />
    </Panel>
  );
}
