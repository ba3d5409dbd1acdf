import { Panel } from "#components/ui/panel.tsx";
import type { CardholderDetails } from "#lib/contract/cardholders.ts";
import { CardholderKey } from "./cardholder-key.tsx";

/** The newest first: receipts stay under the key that they were sealed to. */
export function KeyHistory({ keys }: { keys: CardholderDetails["keys"] }) {
  return (
    <Panel
      title="Keys"
      description="The words stand for the public key. They are the ones on the cardholder's device: read out by both sides, they tell whether it is the same key."
    >
      <ol className="space-y-6">
        {keys.map((key, index) => (
          <CardholderKey key={key.keyId} cardholderKey={key} isOldest={index === keys.length - 1} />
        ))}
      </ol>
    </Panel>
  );
}
