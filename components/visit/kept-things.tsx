import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type { OwnPayment, VisitState } from "./use-visit.ts";
import type { VisitCallName } from "./visit-calls.ts";

type KeptThingsProps = {
  call: VisitCallName;
  payment: OwnPayment | undefined;
  kept: VisitState["cards"][number] | undefined;
};

/** From what came in to what is left, in this very visit. */
export function KeptThings({ call, payment, kept }: KeptThingsProps) {
  if (!payment) return null;
  const { envelope, receiptStatus } = payment;
  const hash = kept ? <Code>HMAC {kept.indexStart}…</Code> : "a keyed hash";
  const sealed = (
    <>
      <Code>{envelope.ciphertextStart.slice(0, 20)}…</Code>{" "}
      <span className="whitespace-nowrap">{envelope.bytes.toLocaleString("en-US")} bytes</span>
    </>
  );
  return (
    <dl
      aria-label="What was received, and what is kept"
      className="divide-y divide-dashed divide-line border-y border-line text-sm"
    >
      {call === "pay" ? (
        <>
          <Fate edge="border-escrowed" from="The hash of the card" to={hash} />
          <Fate edge="border-wax" from="The receipt in the clear" to={sealed} />
          <Fate
            edge="border-edge"
            from="The key to it"
            to={
              receiptStatus === "escrowed"
                ? "wrapped for the service itself: it could open the receipt until a wallet has the card"
                : "wrapped for you alone: the service has no way to open it"
            }
          />
        </>
      ) : null}
      {call === "register" ? (
        <>
          <Fate edge="border-escrowed" from="The hash of the card" to={hash} />
          <Fate edge="border-opened" from="The public key" to="as it is: it only seals" />
          <Fate edge="border-wax" from="The private key" to="never left this device" />
        </>
      ) : null}
      {call === "open" ? (
        <>
          <Fate edge="border-opened" from="Your consent" to="that it was given, how, and when" />
          <Fate edge="border-wax" from="The envelope" to={sealed} />
          <Fate edge="border-wax" from="The opened receipt" to="never left this device" />
        </>
      ) : null}
    </dl>
  );
}

type FateProps = { edge: string; from: string; to: ReactNode };

function Fate({ edge, from, to }: FateProps) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className={`border-l-2 pl-3 font-medium ${edge}`}>{from}</dt>
      <dd className="flex min-w-0 items-baseline gap-2.5 pl-3.5 text-muted sm:pl-0">
        <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5" />
        <span className="min-w-0">{to}</span>
      </dd>
    </div>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-xs break-all text-ink">{children}</code>;
}
