import { LockKeyhole } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TextAreaField } from "#components/ui/text-field.tsx";
import type { KeyReading } from "./open-pasted.ts";
import { sealPasted } from "./seal-example.ts";

type SealPanelProps = {
  receipt: string;
  reading: KeyReading;
  paymentId: string;
  onChange: (receipt: string) => void;
  onSealed: (envelope: string) => void;
};

/** What a till does before it pays. */
export function SealPanel({ receipt, reading, paymentId, onChange, onSealed }: SealPanelProps) {
  const [problem, setProblem] = useState<string>();
  const keys = reading.state === "read" ? reading.keys : undefined;

  async function seal() {
    if (!keys) {
      setProblem("The private key cannot be read, so there is no key to seal to.");
      return;
    }
    const sealing = await sealPasted(receipt, { ...keys, paymentId: paymentId.trim() });
    if (sealing.state === "sealed") {
      setProblem(undefined);
      onSealed(sealing.envelope);
      return;
    }
    setProblem(sealing.state === "failed" ? sealing.failure.message : sealing.reason);
  }
  return (
    <Panel
      title="2. Seal"
      description="What a till does with the public key, before the receipt leaves it."
      actions={
        <Button size="small" icon={LockKeyhole} onClick={() => void seal()}>
          Seal to this key
        </Button>
      }
    >
      <TextAreaField
        label="Receipt"
        mono
        rows={15}
        spellCheck={false}
        autoComplete="off"
        value={receipt}
        error={problem}
        onChange={(event) => onChange(event.target.value)}
      />
    </Panel>
  );
}
