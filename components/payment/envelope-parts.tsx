import type { EnvelopeOutline } from "#lib/contract/console-payment.ts";

type EnvelopePartsProps = Pick<EnvelopeOutline, "bytes" | "parts">;

/** What the envelope is made of, as lengths. */
export function EnvelopeParts({ bytes, parts }: EnvelopePartsProps) {
  const rows = [
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
