import { useMemo, useState } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextAreaField } from "#components/ui/text-field.tsx";
import { type GatewayName, gateways } from "#lib/core/vocabulary.ts";
import { AcceptedPaymentView } from "./accepted-payment.tsx";
import { paymentExamples } from "./payment-examples.ts";
import { type PaymentReading, type Problem, readPayment } from "./read-payment.ts";

const FIRST = "restaurant";

/** A body of a payment, and what comes of it. */
export function PaymentTool() {
  const [example, setExample] = useState(FIRST);
  const [gateway, setGateway] = useState<GatewayName>("gateway_one");
  const [text, setText] = useState(() => writeExample(FIRST));
  const reading = useMemo(() => readPayment(text, gateway), [text, gateway]);
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="space-y-4 xl:sticky xl:top-20 xl:self-start">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <div className="min-w-0 grow basis-40">
            <SelectField
              label="Example"
              options={paymentExamples}
              value={example}
              onChange={(event) => {
                setExample(event.target.value);
                setText(writeExample(event.target.value));
              }}
            />
          </div>
          <SegmentedControl
            label="Gateway"
            options={gateways.map((value) => ({ value, label: value }))}
            value={gateway}
            onChange={setGateway}
          />
        </div>
        <TextAreaField
          label="Body"
          mono
          spellCheck={false}
          autoComplete="off"
          rows={24}
          value={text}
          error={reading.state === "unreadable" ? `This is not JSON: ${reading.reason}` : undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="min-w-0">
        <PaymentResult reading={reading} />
      </div>
    </div>
  );
}

function PaymentResult({ reading }: { reading: PaymentReading }) {
  if (reading.state === "accepted") return <AcceptedPaymentView payment={reading.payment} />;
  return (
    <div role="status">
      {reading.state === "refused" ? <Refused problems={reading.problems} /> : <NothingYet />}
    </div>
  );
}

function NothingYet() {
  return <Callout title="The body is not complete yet">Paste the JSON of a payment.</Callout>;
}

function Refused({ problems }: { problems: Problem[] }) {
  const count = problems.length === 1 ? "1 field is wrong" : `${problems.length} fields are wrong`;
  return (
    <Callout tone="warning" title={`400 invalid_request: ${count}`}>
      <ul className="mt-2 space-y-2">
        {problems.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <code className="font-mono text-xs font-medium wrap-anywhere">{path}</code> {reason}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function writeExample(name: string): string {
  const example = paymentExamples.find(({ value }) => value === name);
  return JSON.stringify(example?.body, null, 2);
}
