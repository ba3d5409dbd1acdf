import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { useLocale } from "#components/wallet/use-locale.ts";
import type { OwnPayment, VisitState } from "./use-visit.ts";
import { type VisitCallName, wasCardKnown } from "./visit-calls.ts";
import { formatVisitTime } from "./visit-counter.ts";

type KeptThingsProps = {
  call: VisitCallName;
  payment: OwnPayment | undefined;
  kept: VisitState["cards"][number] | undefined;
  /** Whether a PIN guards the key on this device. */
  hasPin: boolean;
};

/** From what came in to what is left, in this very visit. */
export function KeptThings({ call, payment, kept, hasPin }: KeptThingsProps) {
  const locale = useLocale();
  if (!payment) return null;
  const { envelope, receiptStatus } = payment;
  // Of the card that paid, which need not be the one that was added.
  const indexStart = call === "pay" ? payment.cardIndexStart : kept?.indexStart;
  const hash = indexStart ? (
    <>
      a keyed hash, <Code>{indexStart}…</Code>
    </>
  ) : (
    "a keyed hash"
  );
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
          <Fate from="The hash of the card" to={hash} />
          {payment.sealedAt === "till" ? (
            <Fate from="The sealed receipt" to={<>as it came: {sealed}</>} />
          ) : (
            <Fate from="The receipt in the clear" to={<>encrypted: {sealed}</>} />
          )}
          <Fate from="The key to it" to={describeKey(receiptStatus, wasCardKnown(payment, kept))} />
          <Fate
            from="Amount, shop ID, reference numbers"
            to={`as they are, with the time of the call, ${formatVisitTime(payment.createdAt, locale)}`}
          />
        </>
      ) : null}
      {call === "register" ? (
        <>
          <Fate from="The hash of the card" to={hash} />
          <Fate from="The public key" to="as it is: it only seals" />
          <Fate from="The private key" to="never left your device" />
          {hasPin ? <PinFate /> : null}
        </>
      ) : null}
      {call === "claim" ? (
        <>
          <Fate from="The code on the till" to="used up: its hash, and who used it" />
          <Fate from="The key to the receipt" to="sealed to your key: only you can open it" />
        </>
      ) : null}
      {call === "consent" ? (
        <>
          <Fate from="Your consent" to="that it was given, how, and when" />
          {hasPin ? <PinFate /> : <Fate from="Your passkey" to="never left your device" />}
          <Fate from="The access it gave" to="to one receipt, once: the hash of a token" />
        </>
      ) : null}
      {call === "envelope" ? (
        <>
          <Fate from="The token" to="used up: it opens nothing again" />
          <Fate from="The envelope" to={sealed} />
          <Fate from="The opened receipt" to="never left your device" />
        </>
      ) : null}
    </dl>
  );
}

function describeKey(receiptStatus: OwnPayment["receiptStatus"], wasKnown: boolean): string {
  if (receiptStatus === "escrowed")
    return "sealed to the service’s own escrow key: it could open the receipt until a wallet has it";
  return wasKnown
    ? "sealed to your key: only you can open the receipt"
    : "sealed to the service’s own escrow key until your wallet had it; to yours alone since then";
}

function PinFate() {
  return (
    <Fate
      from="Your PIN"
      to="was never sent. It opens nothing without a part that the service keeps, which counts the tries"
    />
  );
}

function Fate({ from, to }: { from: string; to: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="font-medium">{from}</dt>
      <dd className="flex min-w-0 items-baseline gap-2.5 text-muted">
        <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5" />
        <span className="min-w-0 text-balance">{to}</span>
      </dd>
    </div>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-xs break-all text-ink">{children}</code>;
}
