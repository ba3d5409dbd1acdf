import type { ReactNode } from "react";
import { SESSION_HEADER, VISIT } from "#lib/accounts/contract-wallet.ts";
import type { StoredValue } from "#lib/core/data-inventory.ts";
import { type AnyEnvironment, isOfOrganizations } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import { type Fate, listRequestLines, type RequestLine } from "#lib/terminal/request-lines.ts";
import type { TillOrder } from "./use-till-payment.ts";

export type View = "received" | "kept";

/** The request of a payment, and what becomes of its parts. */
export function RequestListing({ order, view }: { order: TillOrder; view: View }) {
  const { environment, gateway, body } = order;
  return (
    <div className="min-w-0">
      <CallListing
        path={`/api/v1/payments/${gateway}/create`}
        environment={environment}
        lines={listRequestLines(body)}
        view={view}
      />
      <Legend gateway={gateway} />
    </div>
  );
}

type CallListingProps = {
  path: string;
  environment: AnyEnvironment;
  lines: readonly RequestLine[];
  view: View;
  /** What is kept in place of a hash. */
  hash?: string | undefined;
  /** Which of several requests it is. */
  name?: string | undefined;
};

/** A call line by line; what is sealed is blacked out in the "Kept" view. */
export function CallListing({
  path,
  environment,
  lines,
  view,
  hash = "HMAC-SHA-256(pepper, hash)",
  name = "Request",
}: CallListingProps) {
  return (
    <div className="border border-line bg-copy px-4 py-3 font-mono text-xs leading-5">
      <p className="font-semibold break-all">POST {path}</p>
      <p className="break-all text-muted">
        {isOfOrganizations(environment)
          ? `X-Environment: ${environment}`
          : `${SESSION_HEADER}: ${VISIT}`}
      </p>
      <p className="text-muted">Content-Type: application/json</p>
      <Lines
        label={view === "received" ? `${name} as received` : `${name} as kept`}
        {...{ lines, view, hash }}
      />
    </div>
  );
}

type ReceiptListingProps = { lines: readonly RequestLine[]; children?: ReactNode };

/** Above or below what was sealed. */
export const insideNote =
  "The lines in gray were sent in the clear as well. The others stayed at the till.";

/** A receipt that was sealed before anything was sent: on paper of its own, apart from what was received. */
export function ReceiptListing({ lines, children }: ReceiptListingProps) {
  return (
    <div className="border-2 border-pine bg-slip px-4 py-3 font-mono text-xs leading-5">
      {children}
      <Lines label="The receipt at the till" lines={lines} view="received" />
    </div>
  );
}

type LinesProps = { label: string; lines: readonly RequestLine[]; view: View; hash?: string };

/** JSON line by line. */
function Lines({ label, lines, view, hash = "" }: LinesProps) {
  const keyed = lines.map((line, at) => ({ line, key: `line-${at}` }));
  return (
    <ul className="mt-3" aria-label={label}>
      {keyed.map(({ line, key }) => (
        <Line key={key} line={line} view={view} hash={hash} />
      ))}
    </ul>
  );
}

type LineProps = { line: RequestLine; view: View; hash: string };

function Line({ line: { indent, text, fate }, view, hash }: LineProps) {
  return (
    <li
      className={`flex border-l-2 ${fate ? edges[fate] : "border-transparent"} ${indents[indent] ?? "pl-2"} ${fate === "also_sent" ? "text-muted" : ""}`}
    >
      <span
        data-stored={view === "received" ? findStored(fate, text) : undefined}
        data-escrowed={fate === "escrowed" || undefined}
        className="min-w-0 [overflow-wrap:anywhere]"
      >
        {view === "kept" ? <Kept fate={fate} text={text} hash={hash} /> : <Received text={text} />}
        {fate === "also_sent" ? <span className="ml-2 font-sans text-2xs">also sent</span> : null}
      </span>
    </li>
  );
}

/** By the inventory of stored data, what becomes of a line. */
function findStored(fate: Fate | undefined, text: string): StoredValue | undefined {
  const [, field = ""] = /^"(\w+)":/.exec(text) ?? [];
  return fate === "kept" ? keptFields[field] : fate && storedByFate[fate];
}

const keptFields: Readonly<Record<string, StoredValue>> = {
  amount: "payment.amount",
  currency: "payment.currency",
  merchantId: "payment.merchant_id",
  receiptId: "payment.receipt_id",
  transactionId: "payment.transaction_id",
  transactionDate: "payment.transaction_at",
};

const storedByFate: Partial<Record<Fate, StoredValue>> = {
  sealed: "receipt.details",
  escrowed: "receipt.details",
  hashed: "cardholder.card_index",
  encrypted: "payment.match_data",
};

/** A value that does not fit beside its name goes to the next line as a whole. */
function Received({ text }: { text: string }) {
  const [, name, value] = /^("[^"]+": )("[^"]*",?)$/.exec(text) ?? [];
  if (value === undefined) return text;
  return (
    <>
      {name}
      <span className="inline-block max-w-full">{value}</span>
    </>
  );
}

type KeptProps = { fate: Fate | undefined; text: string; hash: string };

function Kept({ fate, text, hash }: KeptProps) {
  if (fate === undefined || isAsReceived(fate)) return text;
  if (fate === "hashed") return <span className="text-escrowed">{hash}</span>;
  if (fate === "encrypted") return <span className="text-muted">encrypted by the service</span>;
  if (fate === "passed_on") return <span className="text-muted">sent to the gateway</span>;
  if (fate === "dropped") return <span className="text-muted">not stored</span>;
  return (
    <>
      <span className="sr-only">{fate === "escrowed" ? "in escrow" : "sealed"}</span>
      <span
        aria-hidden="true"
        className={`text-transparent select-none [box-decoration-break:clone] ${fate === "escrowed" ? hatched : "bg-[light-dark(#23201a,#514a3d)]"}`}
      >
        {blackOut(text)}
      </span>
    </>
  );
}

function isAsReceived(fate: Fate): boolean {
  return ["kept", "envelope", "escrow_envelope", "also_sent"].includes(fate);
}

/** As wide as the redacted text, without the text itself, which could be copied off the page. */
function blackOut(text: string): string {
  return text.replace(/\S/gu, "x");
}

/** Translucent, because the service could still read it. */
const hatched =
  "bg-[repeating-linear-gradient(135deg,var(--color-edge)_0_3px,transparent_3px_6px)] outline-1 outline-edge";

// Written out, because Tailwind has to find them.
const indents = ["pl-2", "pl-[3ch]", "pl-[5ch]"];

export const edges: Record<Fate, string> = {
  kept: "border-opened",
  hashed: "border-escrowed",
  encrypted: "border-edge border-dotted",
  passed_on: "border-muted",
  sealed: "border-wax",
  escrowed: "border-wax border-dashed",
  envelope: "border-wax",
  escrow_envelope: "border-wax border-dashed",
  dropped: "border-edge border-dashed",
  also_sent: "border-transparent",
};

const fateNames: Record<Fate, string> = {
  kept: "In the clear",
  hashed: "As a hash",
  encrypted: "Encrypted by the service",
  passed_on: "Passed on",
  sealed: "In the envelope only",
  escrowed: "In escrow: the service could still open it",
  envelope: "Ciphertext, as it came",
  escrow_envelope: "Ciphertext in escrow: the service could still open it",
  dropped: "Not stored",
  also_sent: "Also sent",
};

/** What the colors beside the lines stand for, in one row. */
export function FateLegend({ lines }: { lines: readonly RequestLine[] }) {
  const fates = new Set(lines.flatMap(({ fate }) => fate ?? []));
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      <p>How each line is kept:</p>
      <ul aria-label="Colors" className="flex flex-wrap gap-x-5 gap-y-1">
        {[...fates].map((fate) => (
          <li key={fate} className={`border-l-2 pl-2 ${edges[fate]}`}>
            {fateNames[fate]}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Legend({ gateway }: { gateway: TillOrder["gateway"] }) {
  const { takesCardNonce, chargesItems } = gatewayRules[gateway];
  return (
    <div className="mt-3 text-sm">
      <dl className="space-y-1.5">
        <KeptEntries />
        <Entry edge={edges.encrypted} name="Encrypted by the service">
          the terminal, to match the acquirer’s statement; in the envelope as well
        </Entry>
        {takesCardNonce ? (
          <Entry edge={edges.passed_on} name="Passed on">
            to the gateway, and not stored
          </Entry>
        ) : null}
        <Entry edge={edges.sealed} name="In the envelope only">
          shop, items, taxes, card: everything else
        </Entry>
      </dl>
      <p className="mt-2.5 text-xs text-muted text-pretty">
        {chargesItems
          ? "Until the gateway answers, what it was asked for (payment method, nonce, tax, tip, items) is stored with the payment, encrypted; the answer erases it."
          : "Until the gateway answers, payment method, tax, and tip are stored with the payment, encrypted; the answer erases them."}
      </p>
    </div>
  );
}

/** What of a payment is kept wherever its receipt was sealed. */
export function KeptEntries() {
  return (
    <>
      <Entry edge={edges.kept} name="In the clear">
        references, time, amount, and currency, with statuses and times of the service
      </Entry>
      <Entry edge={edges.hashed} name="Keyed hash">
        what leads to the cardholder, so that the next receipt finds their key
      </Entry>
    </>
  );
}

export function Entry({ edge, name, children }: { edge: string; name: string; children: string }) {
  return (
    <div className={`border-l-2 pl-3 ${edge}`}>
      <dt className="inline font-medium">{name}:</dt>{" "}
      <dd className="inline text-muted">{children}</dd>
    </div>
  );
}
