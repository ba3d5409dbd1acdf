import type { StoredValue } from "#lib/core/data-inventory.ts";
import type { KnownLine } from "./known-lines.ts";

type KnownPaperProps = {
  lines: readonly KnownLine[];
  /** Whose copy it is: the cardholder reads every line, the service those that it keeps. */
  reader: "cardholder" | "service";
  /** Whether the service could still open what is sealed: then it is hatched, not black. */
  isEscrowed?: boolean;
  className?: string;
};

/** A receipt line by line, for one of its two readers. The two are laid out alike, to be held side by side. */
export function KnownPaper({ lines, reader, isEscrowed = false, className = "" }: KnownPaperProps) {
  const isHidden = (line: KnownLine) => reader === "service" && !line.isKnown;
  const hidden = lines.filter(isHidden).length;
  // Tills repeat lines, and a receipt never changes its order.
  const keyed = lines.map((line, at) => ({ line, at, key: `line-${at}` }));
  return (
    <div className={`font-mono ${className}`}>
      {hidden > 0 ? (
        <p className="sr-only">
          {hidden} of {lines.length} lines are {isEscrowed ? "sealed in escrow" : "sealed"}.
        </p>
      ) : null}
      {keyed.map(({ line, at, key }) => {
        const isTitle = line.value === undefined;
        const isNew = at > 0 && groupOf(line) !== groupOf(lines[at - 1]);
        return (
          <p
            key={key}
            className={`flex gap-[1.5ch] ${isTitle ? "justify-center text-center" : "justify-between"} ${isNew ? "mt-[0.5em] border-t border-dashed border-line pt-[0.5em]" : ""} ${looks[line.part] ?? ""}`}
          >
            {isHidden(line) ? (
              <>
                <Bar text={line.label} {...{ at, isEscrowed }} />
                {line.value ? <Bar text={line.value} {...{ at, isEscrowed }} /> : null}
              </>
            ) : (
              <>
                <span
                  data-stored={isTitle || !line.isKnown ? storedOf(line) : undefined}
                  className="min-w-0 wrap-anywhere"
                >
                  {line.label}
                </span>
                {isTitle ? null : (
                  <span data-stored={storedOf(line)} className="shrink-0">
                    {line.value}
                  </span>
                )}
              </>
            )}
          </p>
        );
      })}
    </div>
  );
}

/** As long as what it hides, of which nothing is in the page. */
function Bar({ text, at, isEscrowed }: { text: string; at: number; isEscrowed: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`my-[0.16em] block h-[1.1em] max-w-full min-w-0 motion-safe:animate-black-out ${isEscrowed ? hatched : "bg-ink"}`}
      style={{
        width: `${Math.min(text.length, MAX_CHARACTERS)}ch`,
        animationDelay: `${at * 60}ms`,
      }}
    />
  );
}

const MAX_CHARACTERS = 30;

const hatched =
  "bg-[repeating-linear-gradient(135deg,var(--color-edge)_0_3px,transparent_3px_6px)] outline-1 -outline-offset-1 outline-edge";

function storedOf({ part, isKnown }: KnownLine): StoredValue {
  return isKnown
    ? (knownParts[part] ?? "payment.receipt_id")
    : (sealedParts[part] ?? "receipt.details");
}

const knownParts: Partial<Record<KnownLine["part"], StoredValue>> = {
  time: "payment.transaction_at",
  total: "payment.amount",
};

const sealedParts: Partial<Record<KnownLine["part"], StoredValue>> = {
  shop: "receipt.shop",
  address: "receipt.shop",
  item: "receipt.items",
  sum: "receipt.sums",
};

function groupOf(line: KnownLine | undefined): string | undefined {
  if (line === undefined) return undefined;
  if (line.value === undefined) return "head";
  return line.part === "total" ? "sum" : line.part;
}

const looks: Partial<Record<KnownLine["part"], string>> = {
  shop: "font-semibold tracking-wide uppercase",
  total: "font-semibold",
};
