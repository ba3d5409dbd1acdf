import type { ReactNode } from "react";
import { KeyValues } from "#components/ui/key-values.tsx";
import type { EnvelopeOutline as Outline } from "#lib/contract/console-payment.ts";
import type { ReceiptStatus } from "#lib/contract/payment-status.ts";
import { EnvelopeParts } from "./envelope-parts.tsx";
import { whySealed } from "./why-sealed.ts";

type EnvelopeOutlineProps = { envelope: Outline; receiptStatus: ReceiptStatus };

/** All that anybody at the service can see of a receipt. */
export function EnvelopeOutline({ envelope, receiptStatus }: EnvelopeOutlineProps) {
  const { format, algorithm, encryption, parts, ciphertextStart } = envelope;
  return (
    <div className="space-y-5">
      <p className="border-l-2 border-pine pl-3 text-sm text-pretty">
        {whySealed(receiptStatus, parts.encryptedKey !== null)}
      </p>
      <figure className="border border-line bg-copy">
        <figcaption className="border-b border-dashed border-line px-4 py-2 text-xs text-muted">
          The first 32 bytes of the ciphertext
        </figcaption>
        <p className="px-4 py-3 font-mono text-sm tracking-wide wrap-anywhere">
          {ciphertextStart}
          <span aria-hidden="true" className="text-muted">
            …
          </span>
        </p>
      </figure>
      <EnvelopeParts bytes={envelope.bytes} parts={parts} />
      <KeyValues
        rows={[
          { name: "Format", value: format },
          { name: "Content", value: <Code>{encryption}</Code> },
          { name: "Content key", value: <Code>{algorithm}</Code> },
          { name: "Wrapped for", value: <Recipient envelope={envelope} /> },
          { name: "Protected header", value: <Code>{envelope.protectedHeader}</Code> },
        ]}
      />
    </div>
  );
}

function Recipient({
  envelope: { keyId, escrowed, parts },
}: Pick<EnvelopeOutlineProps, "envelope">) {
  if (parts.encryptedKey === null) return <Faint>Nobody any more: the key is destroyed</Faint>;
  if (escrowed) return <Faint>The escrow key of the service</Faint>;
  return <Code>{keyId}</Code>;
}

function Faint({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-xs wrap-anywhere">{children}</code>;
}
