import { Server } from "lucide-react";
import { useState } from "react";
import { CallListing, type View } from "#components/terminal/listings.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { KeptThings } from "./kept-things.tsx";
import { PartTitle } from "./part-title.tsx";
import { SealedTwin } from "./sealed-twin.tsx";
import type { OwnPayment, VisitState } from "./use-visit.ts";
import { listCalls, type MadeHere, type VisitCallName } from "./visit-calls.ts";

type ServicePartProps = {
  visit: VisitState;
  payment: OwnPayment | undefined;
  made: MadeHere;
  receipt: OpenedReceipt | undefined;
};

/** Between the two: each call as the service received it, and what it kept. */
export function ServicePart({ visit, payment, made, receipt }: ServicePartProps) {
  const [view, setView] = useState<View>("received");
  const [picked, setPicked] = useState<VisitCallName>();
  const kept = visit.cards.find(({ indexStart }) => indexStart === payment?.cardIndexStart);
  const calls = listCalls(payment, made);
  const call = calls.find(({ name }) => name === picked) ?? calls.at(-1);
  return (
    <section aria-labelledby="service-part" className="space-y-5">
      <PartTitle id="service-part" icon={Server} title="The service" isNext={false}>
        what it received, what it kept
      </PartTitle>
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
                { value: "received", label: "Received" },
                { value: "kept", label: "Kept" },
              ]}
              onChange={setView}
            />
          </div>
          <KeptThings call={call.name} payment={payment} kept={kept} />
          {call.name === "open" && receipt && payment ? (
            <SealedTwin receipt={receipt} paymentId={payment.paymentId} />
          ) : null}
          {call.lines ? (
            <CallListing
              path={call.path}
              environment="development"
              lines={call.lines}
              view={view}
              keyedHash={kept && `HMAC-SHA-256 ${kept.indexStart}…`}
            />
          ) : (
            <p className="border border-dashed border-line px-4 py-6 text-sm text-muted text-pretty">
              This page was reloaded and no longer knows what was sent. What the service kept of it
              is above.
            </p>
          )}
        </>
      ) : (
        <div className="border border-dashed border-line px-5 py-10 text-center">
          <p className="font-medium">Nothing received yet</p>
          <p className="mx-auto mt-1 max-w-[44ch] text-sm text-muted text-pretty">
            Tap to pay: each call appears here as it arrived, and what is left of it afterwards.
          </p>
        </div>
      )}
    </section>
  );
}

const callNames: Record<VisitCallName, string> = {
  pay: "Payment",
  register: "Card",
  open: "Opening",
};
