import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopiedCode } from "#components/ui/copy.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TextAreaField } from "#components/ui/text-field.tsx";
import { type KeyKind, keyKinds } from "#lib/crypto/recipient-key.ts";
import type { KeyReading } from "./open-pasted.ts";

type KeyPanelProps = {
  privateKey: string;
  reading: KeyReading;
  onChange: (privateKey: string) => void;
  onRenew: (kind: KeyKind) => Promise<void>;
};

/** The key of a device. */
export function KeyPanel({ privateKey, reading, onChange, onRenew }: KeyPanelProps) {
  const [pending, setPending] = useState<KeyKind>();
  async function renew(kind: KeyKind) {
    setPending(kind);
    await onRenew(kind);
    setPending(undefined);
  }
  return (
    <Panel
      title="1. A key"
      description="A device makes it and registers the public half. The private half never leaves a real device."
    >
      <div className="space-y-4">
        <div className="flex flex-wrap gap-2">
          {keyKinds.toReversed().map((kind) => (
            <Button
              key={kind}
              look="secondary"
              size="small"
              icon={KeyRound}
              pending={pending === kind}
              onClick={() => void renew(kind)}
            >
              New {kind} key
            </Button>
          ))}
        </div>
        <TextAreaField
          label="Private key"
          mono
          rows={6}
          spellCheck={false}
          autoComplete="off"
          value={privateKey}
          hint="PKCS#8, as PEM. It stays in this tab and is gone when you close or reload it."
          error={reading.state === "failed" ? sayFailure(reading) : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {reading.state === "read" ? (
          <>
            <div>
              <p className="text-sm font-medium">Key ID</p>
              <CopiedCode text={reading.keys.keyId} label="key ID" />
            </div>
            <details className="text-sm">
              <summary className="min-h-11 cursor-pointer py-2.5 text-muted hover:text-ink">
                The public key to register
              </summary>
              <CodeBlock label="SPKI, PEM" code={reading.keys.publicKey} />
            </details>
          </>
        ) : null}
      </div>
    </Panel>
  );
}

function sayFailure({ failure }: Extract<KeyReading, { state: "failed" }>): string {
  return `${failure.message} ${failure.advice}`.trim();
}
