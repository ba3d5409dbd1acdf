import { RotateCcw, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { ReceiptSlip } from "#components/receipts/receipt-slip.tsx";
import { Button } from "#components/ui/button.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { WaxSeal } from "#components/ui/wax-seal.tsx";
import { FailureNote } from "#components/wallet/failure-note.tsx";
import { useCiphertext } from "#components/wallet/use-ciphertext.ts";
import { useLocale } from "#components/wallet/use-locale.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { AddKey, AddToWallet } from "./add-to-wallet.tsx";
import { AllowOnce, OpeningSeal } from "./allow-once.tsx";
import { PartTitle } from "./part-title.tsx";
import { ScanCode } from "./scan-code.tsx";
import { SealedSlip } from "./sealed-slip.tsx";
import type { Restart } from "./use-restart.ts";
import { type OwnPayment, useWatchVisit } from "./use-visit.ts";
import type { VisitWallet } from "./use-visit-wallet.ts";
import type { OwnCard } from "./visit-card.ts";
import type { VisitStep } from "./visit-step.ts";

type PhonePartProps = {
  card: OwnCard;
  payment: OwnPayment | undefined;
  /** The card in the wallet of this browser. */
  mine: StoredCard | undefined;
  /** On the screen of the till. */
  claimCode: string | undefined;
  step: VisitStep;
  receipt: OpenedReceipt | undefined;
  wallet: VisitWallet;
  restart: Restart;
};

/** The wallet of the cardholder, as it is on a phone. */
export function PhonePart(props: PhonePartProps) {
  const { step, payment, receipt } = props;
  const locale = useLocale();
  const ciphertext = useCiphertext(payment?.paymentId ?? "");
  return (
    <section aria-labelledby="phone-part" className="space-y-5">
      <PartTitle id="phone-part" icon={Smartphone} title="The wallet" isNext={step !== "pay"}>
        {step === "followed" ? "on your phone" : "in this browser"}
      </PartTitle>
      <Phone>
        <PhoneScreen {...props} />
        {receipt ? (
          <div className="motion-safe:animate-unfold">
            <Slip>
              <ReceiptSlip
                receipt={receipt}
                locale={locale}
                namesZone
                full
                ciphertext={ciphertext}
              />
            </Slip>
          </div>
        ) : null}
      </Phone>
    </section>
  );
}

/** What the wallet shows until the receipt is open. */
function PhoneScreen({ card, payment, mine, claimCode, step, wallet, restart }: PhonePartProps) {
  const { add, open, claim, showChanges, heldMethod } = wallet;
  if (step === "pay") return <Waiting hasCard={mine !== undefined} />;
  if (!payment) return null;
  if (step === "add") return <AddToWallet card={card} payment={payment} add={add} />;
  if (step === "open" && mine) {
    return <AllowOnce {...{ payment, mine, open, heldMethod, restart }} />;
  }
  if (step === "followed") return <Followed payment={payment} />;
  if (step === "lost") return <Lost payment={payment} restart={restart} />;
  if (step !== "claim") return null;
  if (!mine) {
    return (
      <SealedSlip payment={payment}>
        The device with the key gets this receipt: scan the code on the till with it.
      </SealedSlip>
    );
  }
  return (
    <ScanCode
      payment={payment}
      mine={mine}
      code={claimCode}
      claim={claim}
      onSettled={() => void showChanges()}
    />
  );
}

/** The same for an audience: the one thing to do, large enough to be read from afar. */
export function PresentedPhone(props: PhonePartProps) {
  const { payment, mine, step, wallet } = props;
  const { add, open, heldMethod } = wallet;
  return (
    <div className="text-base [zoom:1.72]">
      {step === "add" ? <AddKey add={add} /> : null}
      {step === "open" && payment && mine ? (
        <>
          <OpeningSeal {...{ payment, mine, open, heldMethod }} />
          <FailureNote error={open.error} />
        </>
      ) : null}
      {step === "done" ? <WaxSeal className="mx-auto size-28 drop-shadow-md" /> : null}
      {step === "add" || step === "open" ? null : <PhoneScreen {...props} />}
    </div>
  );
}

/** While the phone goes on. */
function Followed({ payment }: { payment: OwnPayment }) {
  useWatchVisit();
  return (
    <SealedSlip payment={payment} isOpened={payment.openedAt !== null}>
      {payment.openedAt === null
        ? "On your phone, tap “Allow once.”"
        : "It was opened on your phone. Here it stays sealed: this browser has no key to it."}
    </SealedSlip>
  );
}

function Lost({ payment, restart }: { payment: OwnPayment; restart: Restart }) {
  return (
    <div className="flex grow flex-col justify-between gap-5">
      <SealedSlip payment={payment} isOpened={payment.openedAt !== null}>
        Nothing opens it anymore. The next visit has a card and a key of its own.
      </SealedSlip>
      <Button
        icon={RotateCcw}
        pending={restart.isPending}
        onClick={() => restart.mutate()}
        className="min-h-12! w-full text-base!"
      >
        Start again
      </Button>
    </div>
  );
}

/** The frame is for large screens: on a phone, the phone is the phone. */
function Phone({ children }: { children: ReactNode }) {
  return (
    <div className="lg:rounded-[2.75rem] lg:bg-[light-dark(#23201a,#4a4438)] lg:p-2.5 lg:shadow-2xl">
      <div className="relative flex flex-col lg:min-h-[28rem] lg:tall:min-h-[36rem] lg:overflow-hidden lg:rounded-[2.2rem] lg:bg-paper lg:px-4 lg:pb-5">
        <span
          aria-hidden="true"
          className="mx-auto mt-2.5 mb-4 h-5 w-24 shrink-0 rounded-full bg-[light-dark(#23201a,#4a4438)] max-lg:hidden"
        />
        <div className="flex grow flex-col">{children}</div>
      </div>
    </div>
  );
}

/** Before the payment. */
function Waiting({ hasCard }: { hasCard: boolean }) {
  return (
    <div className="grid grow place-items-center px-4 text-center">
      <div>
        <p className="font-medium">{hasCard ? "Your card is here" : "No card, no key yet"}</p>
        <p className="mt-1 text-sm text-muted text-balance">
          {hasCard
            ? "The next receipt is sealed to its key and comes straight here."
            : "Pay at the till. The receipt will wait until this wallet has a key for it."}
        </p>
      </div>
    </div>
  );
}
