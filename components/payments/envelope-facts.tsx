import type { ReactNode } from "react";
import { KeyValues } from "#components/ui/key-values.tsx";
import { LongCode } from "#components/ui/long-code.tsx";
import type { ReceiptStatus } from "#lib/core/vocabulary.ts";
import type { ShownPayment } from "./use-payment.ts";

type EnvelopeOutline = ShownPayment["envelope"];

type EnvelopeFactsProps = { envelope: EnvelopeOutline; receiptStatus: ReceiptStatus };

/** Everything that the service can see of a receipt. */
export function EnvelopeFacts({ envelope, receiptStatus }: EnvelopeFactsProps) {
  const { format, algorithm, encryption, parts, ciphertextStart } = envelope;
  const why = (
    <p className="border-l-2 border-pine pl-3 text-sm text-pretty">
      {whySealed(receiptStatus, parts.encryptedKey !== null)}
    </p>
  );
  if (receiptStatus === "void") return why;
  return (
    <div className="space-y-5">
      {why}
      <figure className="border border-line bg-copy">
        <figcaption className="border-b border-dashed border-line px-4 py-2 text-xs text-muted">
          The first 32 bytes of the ciphertext
        </figcaption>
        <p className="px-4 py-3 font-mono text-sm tracking-wide text-balance break-all">
          {ciphertextStart}
          <span aria-hidden="true" className="text-muted">
            …
          </span>
        </p>
      </figure>
      <EnvelopeSizes envelope={envelope} />
      <KeyValues
        rows={[
          { name: "Sealed", value: describeSealing(envelope) },
          { name: "Format", value: format },
          { name: "Content", value: <LongCode>{encryption}</LongCode> },
          { name: "Content key", value: <LongCode>{algorithm}</LongCode> },
          { name: "Wrapped for", value: <Recipient envelope={envelope} /> },
          { name: "Protected header", value: <LongCode>{envelope.protectedHeader}</LongCode> },
        ]}
      />
    </div>
  );
}

/** What the service had of the receipt when it was sealed, and since. */
function describeSealing({ sealedAt, keyKind }: EnvelopeOutline): string {
  if (sealedAt === "service") return "By the service, which read the receipt to seal it";
  if (keyKind === "cardholder") return toCardholder;
  return "At the till, to the service’s escrow key";
}

const toCardholder =
  "At the till: the service never has the receipt, unless the issuer has the service decrypt it";

function Recipient({ envelope: { keyId, escrowed, parts } }: Pick<EnvelopeFactsProps, "envelope">) {
  if (parts.encryptedKey === null) return <Faint>None: the key is destroyed</Faint>;
  if (escrowed) return <Faint>The service’s escrow key</Faint>;
  return <LongCode>{keyId}</LongCode>;
}

function Faint({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}

/** The parts of the envelope, as lengths. */
function EnvelopeSizes({
  envelope: { bytes, parts, protectedHeader },
}: Pick<EnvelopeFactsProps, "envelope">) {
  const rows = [
    { name: "Protected header", size: protectedHeader.length, color: "bg-line" },
    { name: "Content key, wrapped", size: parts.encryptedKey ?? 0, color: "bg-escrowed" },
    { name: "Initialization vector", size: parts.iv, color: "bg-edge" },
    { name: "Ciphertext", size: parts.ciphertext, color: "bg-sealed" },
    { name: "Authentication tag", size: parts.tag, color: "bg-opened" },
  ];
  return (
    <div className="text-sm">
      <p className="flex justify-between gap-4">
        <span className="font-medium">Size</span>
        <span className="tabular-nums">{format(bytes)}</span>
      </p>
      <div aria-hidden="true" className="mt-2 flex h-2 gap-px">
        {rows.map(({ name, size, color }) => (
          <span key={name} className={`min-w-0.5 ${color}`} style={{ flexGrow: size }} />
        ))}
      </div>
      <dl className="mt-3 space-y-1 text-xs text-muted">
        {rows.map(({ name, size, color }) => (
          <div key={name} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2 shrink-0 ${color}`} />
            <dt className="grow">{name}</dt>
            <dd className="tabular-nums">{size === 0 ? "Destroyed" : format(size)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function format(bytes: number): string {
  return `${bytes.toLocaleString("en-US")} bytes`;
}

/** One sentence on why the receipt cannot be read. `hasKey`: its wrapped content key still exists. */
function whySealed(receiptStatus: ReceiptStatus, hasKey: boolean): string {
  if (receiptStatus === "expired" && hasKey) return ending;
  return sentences[receiptStatus];
}

const ending =
  "It can no longer be read: escrow has ended, and the only key that could open it is about to be destroyed.";

const sentences: Record<ReceiptStatus, string> = {
  sealed:
    "It cannot be read here: its content key is wrapped for the cardholder’s key, whose private half the service does not keep.",
  escrowed:
    "It cannot be read in this console, though for now the service itself could: until the card is registered, the content key is wrapped for the service’s escrow key.",
  expired:
    "It can never be read again: escrow has ended, and the only key that could open it is destroyed.",
  erased: "It can never be read again: it was erased, and its key is destroyed.",
  void: "There is none: the payment was not made, and what was sealed for it is destroyed.",
};
