import { ReceiptSlip } from "#components/receipts/receipt-slip.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { TextAreaField, TextField } from "#components/ui/text-field.tsx";
import { useLocale } from "#components/wallet/use-locale.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import type { Opening, Pasted } from "./open-pasted.ts";
import { readPaymentId } from "./read-envelope.ts";

type OpenPanelProps = {
  pasted: Pasted;
  opening: Opening;
  onChange: (changed: Partial<Pasted>) => void;
};

/** An envelope, and the receipt in it. */
export function OpenPanel({ pasted, opening, onChange }: OpenPanelProps) {
  return (
    <Panel
      title="3. Open"
      description="What a wallet does. Paste an envelope of your own: alone, in an answer of the API, or in the body of a sealed payment."
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 xl:grid-cols-2">
        <div className="space-y-4">
          <TextField
            label="Payment ID"
            mono
            spellCheck={false}
            autoComplete="off"
            value={pasted.paymentId}
            onChange={(event) => onChange({ paymentId: event.target.value })}
          />
          <TextAreaField
            label="Envelope"
            mono
            rows={18}
            spellCheck={false}
            autoComplete="off"
            value={pasted.envelope}
            error={opening.state === "unreadable" ? opening.reason : undefined}
            onChange={(event) => onChange({ envelope: event.target.value })}
          />
        </div>
        <div className="min-w-0 space-y-5">
          <div role="status">
            <Outcome opening={opening} />
          </div>
          {opening.state === "opened" ? <Opened receipt={opening.receipt} /> : null}
        </div>
      </div>
    </Panel>
  );
}

function Outcome({ opening }: { opening: Opening }) {
  switch (opening.state) {
    case "empty":
      return <Callout title="There is no envelope yet">Seal a receipt, or paste one.</Callout>;
    case "unreadable":
      return <Callout tone="warning" title="This is not an envelope" />;
    case "closed":
      return <Callout title="There is no key to open it with">Paste one, or make one.</Callout>;
    case "failed": {
      const { failure, found } = opening;
      const named = failure.reason === "wrong_payment" ? readPaymentId(found.envelope) : undefined;
      return (
        <Callout tone="warning" title={`It does not open: ${failure.reason}`}>
          <p>{failure.message}</p>
          <p className="text-muted">{failure.advice}</p>
          {named === undefined ? null : (
            <p className="text-muted">
              Its aad names <code className="font-mono text-xs wrap-anywhere">{named}</code>.
            </p>
          )}
        </Callout>
      );
    }
    case "opened":
      return (
        <Callout tone="good" title="It opens with this key">
          {opening.found.where === "" ? null : (
            <p className="text-muted">
              Found in <code className="font-mono text-xs">{opening.found.where}</code>
            </p>
          )}
        </Callout>
      );
  }
}

function Opened({ receipt }: { receipt: Record<string, unknown> }) {
  const locale = useLocale();
  const paper = openedReceipt.safeParse(receipt);
  return (
    <>
      {paper.success ? (
        <div className="max-w-sm">
          <Slip>
            <ReceiptSlip receipt={paper.data} locale={locale} />
          </Slip>
        </div>
      ) : (
        <Callout tone="warning" title="It has too little for a receipt on paper">
          {paper.error.issues[0]?.path.join(".")} is missing or wrong.
        </Callout>
      )}
      <details className="text-sm">
        <summary className="min-h-11 cursor-pointer py-2.5 text-muted hover:text-ink">
          The JSON inside
        </summary>
        <CodeBlock label="JSON" code={JSON.stringify(receipt, null, 2)} />
      </details>
    </>
  );
}
