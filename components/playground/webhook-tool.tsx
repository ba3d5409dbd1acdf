import { RotateCcw } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { TextAreaField, TextField } from "#components/ui/text-field.tsx";
import { useExample } from "./use-example.ts";
import { useReading } from "./use-reading.ts";
import {
  checkDelivery,
  type Delivery,
  type DeliveryReading,
  makeDelivery,
} from "./webhook-delivery.ts";

const STALE_SECONDS = 600;

/** A delivery of a webhook, checked as a receiver checks it. */
export function WebhookTool() {
  const [delivery, setDelivery] = useExample(makeDelivery);
  const renew = async (age: number) => setDelivery(await makeDelivery(age));
  if (!delivery) return <SkeletonRows label="Signing a delivery" rows={6} />;
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="small" icon={RotateCcw} onClick={() => void renew(0)}>
          New delivery
        </Button>
        <Button
          look="secondary"
          size="small"
          icon={RotateCcw}
          onClick={() => void renew(STALE_SECONDS)}
        >
          Ten minutes old
        </Button>
      </div>
      <DeliveryCheck delivery={delivery} onChange={setDelivery} />
    </div>
  );
}

type DeliveryCheckProps = { delivery: Delivery; onChange: (delivery: Delivery) => void };

function DeliveryCheck({ delivery, onChange }: DeliveryCheckProps) {
  const reading = useReading(checkDelivery, delivery);
  const control = (name: keyof Delivery) => ({
    mono: true,
    spellCheck: false,
    autoComplete: "off",
    value: delivery[name],
    error: reading?.state === "unreadable" && reading.field === name ? reading.reason : undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...delivery, [name]: target.value }),
  });
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-6 xl:grid-cols-2">
      <div className="space-y-4">
        <TextAreaField
          {...control("headers")}
          label="Headers"
          rows={6}
          hint="One per line, as in curl, or a JSON object. Other headers are ignored."
        />
        <TextAreaField
          {...control("body")}
          label="Body"
          rows={8}
          hint="Byte for byte as it came, before it is parsed."
        />
        <TextField
          {...control("secret")}
          label="Secret"
          hint="Of the endpoint: whsec_ and base64."
        />
      </div>
      <div className="min-w-0">{reading ? <Verdict reading={reading} /> : null}</div>
    </div>
  );
}

function Verdict({ reading }: { reading: DeliveryReading }) {
  if (reading.state !== "read") {
    return (
      <div role="status">
        <Callout tone="warning" title="There is nothing to check yet">
          {reading.reason}
        </Callout>
      </div>
    );
  }
  const { verdict, age, expected } = reading;
  if (verdict.state === "refused") {
    const { reason, message } = verdict.error;
    return (
      <div className="space-y-5">
        <div role="status">
          <Callout tone="warning" title={`Answer it with 400: ${reason}`}>
            <p>{message}.</p>
            <p className="text-muted">{advices[reason]}</p>
            {reason === "wrong_time" && age !== undefined ? <p>It is {sayAge(age)}.</p> : null}
          </Callout>
        </div>
        {reason === "wrong_signature" && expected !== undefined ? (
          <CodeBlock label="With this secret, it would be" code={expected} />
        ) : null}
      </div>
    );
  }
  return (
    <div className="space-y-5">
      <div role="status">
        <Callout tone="good" title="The signature and the time are right">
          {age === undefined ? null : <p className="text-muted">It is {sayAge(age)}.</p>}
        </Callout>
      </div>
      <CodeBlock label="What verifyWebhook returns" code={JSON.stringify(verdict.event, null, 2)} />
    </div>
  );
}

const advices = {
  missing_header: "webhook-id, webhook-timestamp, and webhook-signature are required.",
  wrong_signature:
    "The body is not the one that was sent, often because it was parsed and written again, or the secret belongs to another endpoint.",
  wrong_time: "Up to five minutes are accepted. A delivery that is sent again gets a new time.",
  not_an_event: "The signature is right. The body has no type, timestamp, and data.",
};

function sayAge(seconds: number): string {
  const amount = Math.abs(seconds);
  const time = amount < 120 ? `${amount} seconds` : `${Math.round(amount / 60)} minutes`;
  return seconds < 0 ? `${time} in the future` : `${time} old`;
}
