import { ChevronDown, ChevronUp, Server } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  CallListing,
  FateLegend,
  insideNote,
  ReceiptListing,
  type View,
} from "#components/terminal/listings.tsx";
import { Button } from "#components/ui/button.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { useVault } from "#components/wallet/use-vault.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { RequestLine } from "#lib/terminal/request-lines.ts";
import { KeptThings } from "./kept-things.tsx";
import { PartTitle } from "./part-title.tsx";
import { SealedTwin } from "./sealed-twin.tsx";
import type { OwnPayment, VisitState } from "./use-visit.ts";
import {
  findLatestCall,
  listCalls,
  type MadeHere,
  type VisitCall,
  type VisitCallName,
} from "./visit-calls.ts";

type ServicePartProps = {
  view: View;
  onView: (view: View) => void;
  /** Whether the visit has any payment. */
  hasPaid: boolean;
  payment: OwnPayment | undefined;
  kept: VisitState["cards"][number] | undefined;
  made: MadeHere;
  receipt: OpenedReceipt | undefined;
};

/** Between the two: each call as the service received it, and what it kept. */
export function ServicePart({
  view,
  onView,
  hasPaid,
  payment,
  kept,
  made,
  receipt,
}: ServicePartProps) {
  const [picked, setPicked] = useState<VisitCallName>();
  const vault = useVault().data;
  const hasPin = made.mine && vault?.state === "ready" ? vault.methods.includes("pin") : false;
  const calls = listCalls(payment, kept, made);
  const call = calls.find(({ name }) => name === picked) ?? findLatestCall(payment, kept, calls);
  return (
    <section aria-labelledby="service-part" className="space-y-5">
      <PartTitle id="service-part" icon={Server} title="The service" isNext={false}>
        what it received, what it kept
      </PartTitle>
      {receipt && payment ? <SealedTwin receipt={receipt} paymentId={payment.paymentId} /> : null}
      {call ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <SegmentedControl
              label="Call"
              value={call.name}
              options={calls.map(({ name }) => ({ value: name, label: callNames[name] }))}
              onChange={setPicked}
            />
            <SegmentedControl
              label="Show the call"
              value={view}
              options={[
                { value: "kept", label: "Kept" },
                { value: "received", label: "Received" },
              ]}
              onChange={onView}
            />
          </div>
          <KeptThings call={call.name} payment={payment} kept={kept} hasPin={hasPin} />
          <Requests
            key={call.name}
            call={call}
            view={view}
            indexStart={call.name === "pay" ? payment?.cardIndexStart : kept?.indexStart}
          />
        </>
      ) : (
        <div className="border border-dashed border-line px-5 py-10 text-center">
          <p className="font-medium">
            {hasPaid ? "Nothing of this payment yet" : "Nothing received yet"}
          </p>
          <p className="mx-auto mt-1 max-w-[44ch] text-sm text-muted text-pretty">
            Tap to pay: the body of each call for this receipt appears here as it arrived, with long
            values shortened and tokens left out, and what is left of it afterwards.
          </p>
        </div>
      )}
    </section>
  );
}

const callNames: Record<VisitCallName, string> = {
  pay: "Payment",
  register: "Card",
  claim: "Code",
  consent: "Consent",
  envelope: "Envelope",
};

type RequestsProps = {
  call: VisitCall;
  view: View;
  /** Of the card that the call is about. */
  indexStart: string | undefined;
};

/** Up to this long, a call is shown whole; of a longer one, what its colors stand for. */
const MAX_LINES = 20;
const FIRST_LINES = 14;

function Requests({ call: { requests, inside }, view, indexStart }: RequestsProps) {
  if (requests.length === 0) {
    return (
      <p className="border border-dashed border-line px-4 py-6 text-sm text-muted text-pretty">
        This browser does not know what was in it: another device sent it, or this browser’s storage
        was cleared since. What the service kept of it is above.
      </p>
    );
  }
  const cardHash = indexStart && `HMAC-SHA-256 ${indexStart}…`;
  return (
    <div className="space-y-3">
      <FateLegend lines={requests.flatMap(({ lines }) => lines)} />
      {requests.map(({ path, lines, hash = cardHash, note }) => (
        <div key={path}>
          <Foldable lines={lines}>
            {(shown) => (
              <CallListing path={path} environment="demo" lines={shown} view={view} hash={hash} />
            )}
          </Foldable>
          {note ? <p className="mt-1.5 text-xs text-muted text-pretty">{note}</p> : null}
        </div>
      ))}
      {inside ? (
        <section aria-labelledby="inside" className="space-y-2 pt-3">
          <h3 id="inside" className="font-medium">
            Sealed inside
          </h3>
          <p className="text-xs text-muted text-pretty">{insideNote}</p>
          <Foldable lines={inside}>{(shown) => <ReceiptListing lines={shown} />}</Foldable>
        </section>
      ) : null}
    </div>
  );
}

type FoldableProps = {
  lines: readonly RequestLine[];
  children: (shown: readonly RequestLine[]) => ReactNode;
};

/** The beginning of what is long, until all of it is asked for. */
function Foldable({ lines, children }: FoldableProps) {
  const [isWhole, setWhole] = useState(false);
  if (lines.length <= MAX_LINES) return children(lines);
  return (
    <div>
      {children(isWhole ? lines : lines.slice(0, FIRST_LINES))}
      <Button
        look="secondary"
        size="small"
        icon={isWhole ? ChevronUp : ChevronDown}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
        className={`-mt-px w-full ${isWhole ? "sticky bottom-2" : ""}`}
      >
        {isWhole ? "Show less" : `Show all ${lines.length} lines`}
      </Button>
    </div>
  );
}
