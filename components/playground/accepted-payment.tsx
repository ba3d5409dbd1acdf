import { type ReactNode, useId, useState } from "react";
import { EnvelopeSlip } from "#components/receipts/envelope-slip.tsx";
import { ReceiptSlip } from "#components/receipts/receipt-slip.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { SealedFace } from "#components/wallet/sealed-face.tsx";
import { useLocale } from "#components/wallet/use-locale.ts";
import { formatMoney } from "#lib/core/money.ts";
import { FieldFates } from "./field-fates.tsx";
import type { AcceptedPayment } from "./read-payment.ts";
import { PLAYGROUND_PAYMENT, sealForShow } from "./seal-example.ts";
import type { Sealer } from "./service-view.ts";
import { useReading } from "./use-reading.ts";

/** What each side has of a payment that the service takes. */
export function AcceptedPaymentView({ payment }: { payment: AcceptedPayment }) {
  const { amount, charge, currency, gateway, body, receipt } = payment;
  const locale = useLocale();
  const [sealer, setSealer] = useState<Sealer>("till");
  const envelope = useReading(sealForShow, receipt);
  const sealed = { amount, currency, createdAt: receipt.transactionDate, ...sealedFields };
  return (
    <div className="space-y-10">
      <div role="status">
        <Callout tone="good" title={`Charged: ${formatMoney({ amount, currency }, locale)}`}>
          <p className="text-muted">{charge}</p>
        </Callout>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-10 sm:grid-cols-2">
        <Side title="What the cardholder reads">
          <Slip>
            <ReceiptSlip receipt={receipt} locale={locale} full />
          </Slip>
        </Side>
        <div className="min-w-0 space-y-10">
          <Side title="In the wallet, before it is opened">
            <SealedFace receipt={sealed} />
          </Side>
          {envelope ? (
            <Side title="In the service’s database">
              <Slip paper="copy">
                <EnvelopeSlip {...{ receipt, envelope }} paymentId={PLAYGROUND_PAYMENT} />
              </Slip>
            </Side>
          ) : null}
        </div>
      </div>
      <div>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h3 className="font-semibold tracking-tight">What the service keeps</h3>
          <SegmentedControl
            label="Who seals the receipt"
            options={sealers}
            value={sealer}
            onChange={setSealer}
          />
        </div>
        <FieldFates {...{ body, gateway, sealer }} />
      </div>
    </div>
  );
}

const sealedFields = { kind: "sale", receiptStatus: "sealed", sealedAt: "service" } as const;

const sealers = [
  { value: "till", label: "The till seals" },
  { value: "service", label: "The service seals" },
] as const;

function Side({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-3 text-sm font-medium">
        {title}
      </h3>
      {children}
    </section>
  );
}
