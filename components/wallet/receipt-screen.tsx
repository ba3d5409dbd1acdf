"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { ReceiptSlip } from "#components/receipts/receipt-slip.tsx";
import { recoverFocus } from "#components/ui/recover-focus.ts";
import { SealButton } from "#components/ui/seal-button.tsx";
import { Slip } from "#components/ui/slip.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { Translated } from "#components/ui/translated.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { fillIn } from "#lib/wallet/sealed-content.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { DeliveryNote } from "./delivery-note.tsx";
import { FailureNote } from "./failure-note.tsx";
import { KeptNote } from "./kept-note.tsx";
import { isSealedToLostPhone, LostPhoneNote } from "./lost-phone-note.tsx";
import { OfflineObstacleNote } from "./offline-obstacle.tsx";
import { OpenKept } from "./open-kept.tsx";
import { ReceiptActions } from "./receipt-actions.tsx";
import { ReceiptIds } from "./receipt-ids.tsx";
import { ReceiptNotes } from "./receipt-notes.tsx";
import { formatDay, RefundLinks } from "./refund-links.tsx";
import { SealedFace } from "./sealed-face.tsx";
import { useAlarmMark } from "./use-alarm-mark.ts";
import { useCiphertext } from "./use-ciphertext.ts";
import { useTimeZone } from "./use-clock.ts";
import { useKept, useOpenKept } from "./use-kept.ts";
import { useLocale } from "./use-locale.ts";
import { useOfflineObstacle } from "./use-online.ts";
import { useOpenReceipt, useReceipt, type WalletReceipt } from "./use-receipts.ts";
import { useSeen } from "./use-seen.ts";
import { useShownSeal } from "./use-shown-seal.ts";
import { useVerdict } from "./use-verdict.ts";
import { VerdictAlarms } from "./verdict-alarms.tsx";
import { VerdictNote } from "./verdict-note.tsx";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";
import { useWallet } from "./wallet-state.ts";

export function ReceiptScreen({ paymentId }: { paymentId: string }) {
  return <WalletGate>{(cards) => <ReceiptView paymentId={paymentId} cards={cards} />}</WalletGate>;
}

/** One receipt: an envelope with its seal on it, then, after consent, the paper. */
function ReceiptView({ paymentId, cards }: { paymentId: string; cards: StoredCard[] }) {
  const t = useTranslate();
  const { error, isPending, receipt, refetch, related } = useReceipt(paymentId, cards);
  const { opened } = useWallet();
  const sealed = opened.get(paymentId);
  const content = sealed && fillIn(sealed, receipt);
  // The paper unfolds where the seal was broken, and lies there when somebody comes back to it.
  const [beganOpen] = useState(sealed !== undefined);
  const { ids: kept } = useKept();
  const { isNew, markSeen } = useSeen();
  const unseen = receipt && isNew(receipt) ? receipt : undefined;
  useEffect(() => {
    if (unseen) markSeen([unseen]);
  }, [unseen, markSeen]);

  return (
    <div className="space-y-5">
      <Link
        {...walletLink("/wallet")}
        className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-pine hover:text-pine-deep"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t("All receipts")}
      </Link>
      {receipt ? <RefundLinks receipt={receipt} related={related} /> : null}
      {sealed && content ? (
        <Opened
          paymentId={paymentId}
          sealed={sealed}
          content={content}
          receipt={receipt}
          unfolds={!beganOpen}
        />
      ) : (
        <>
          {kept.has(paymentId) && !receipt ? <OpenKept /> : null}
          {receipt ? (
            <Sealed receipt={receipt} isKept={kept.has(paymentId)} />
          ) : (
            <>
              <h1 className="sr-only">{t("Receipt")}</h1>
              <FailureNote error={error} retry={refetch} />
            </>
          )}
          {isPending ? <SkeletonRows label={t("Loading the receipt")} rows={3} bare /> : null}
          {receipt || isPending || error ? null : (
            <FailureNote error={new WalletError("not_found")} />
          )}
        </>
      )}
    </div>
  );
}

function Sealed({ receipt, isKept }: { receipt: WalletReceipt; isKept: boolean }) {
  const t = useTranslate();
  const fromService = useOpenReceipt();
  const fromDevice = useOpenKept();
  // A kept receipt that does not open is requested again.
  const isLocal = isKept && !fromDevice.isSuccess;
  const { error, isPending } = isLocal ? fromDevice : fromService;
  const open = () => (isLocal ? fromDevice.mutate() : fromService.mutate(receipt));
  const obstacle = useOfflineObstacle({ isLocal });
  const locale = useLocale();
  const openedBefore = useSeen().openedAt(receipt);
  const { receiptStatus } = receipt;
  const declined = error instanceof WalletError && error.reason === "consent_declined";
  return (
    <div className="space-y-5">
      <SealedFace
        receipt={receipt}
        isTitle
        seal={
          (receiptStatus === "sealed" && !isSealedToLostPhone(receipt)) || isLocal ? (
            <SealButton pending={isPending} disabled={obstacle !== undefined} onOpen={open}>
              {t("Open on this device")}
            </SealButton>
          ) : undefined
        }
      />
      <DeliveryNote receipt={receipt} />
      {declined ? null : <FailureNote error={error} retry={open} />}
      {isLocal ? null : <LostPhoneNote receipts={[receipt]} isOfOne />}
      <OfflineObstacleNote obstacle={obstacle} />
      {isLocal ? (
        <p className="text-center text-sm text-pretty text-muted">
          {t(
            "Kept on this device: the service gives no access to it, and does not see that you open it.",
          )}
        </p>
      ) : null}
      {openedBefore && receiptStatus === "sealed" && !isLocal ? (
        <p className="text-center text-sm text-pretty text-muted">
          {t(
            "You opened it on {date}. What was in it was not kept on this device, so opening it again takes your confirmation, and the service sees when. Once it is open, you can keep it here.",
            { date: formatDay(openedBefore, locale) },
          )}
        </p>
      ) : null}
    </div>
  );
}

type OpenedProps = {
  paymentId: string;
  /** As it came out of its envelope. */
  sealed: SealedContent;
  /** The same, with what the till left out. */
  content: OpenedReceipt;
  /** As the service lists it, once that is known. */
  receipt: WalletReceipt | undefined;
  unfolds: boolean;
};

function Opened({ paymentId, sealed, content, receipt, unfolds }: OpenedProps) {
  const t = useTranslate();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const isKept = useKept().ids.has(paymentId);
  const ciphertext = useCiphertext(paymentId);
  const checked = useVerdict({ paymentId, content: sealed, receipt });
  const { verdict, alarms = [] } = checked ?? {};
  useShownSeal(receipt, checked);
  useAlarmMark(paymentId, checked && alarms.length > 0);
  // The button that had the focus is gone.
  useEffect(() => recoverFocus(), []);
  return (
    <div className="space-y-5">
      <h1 className="sr-only">
        <Translated
          sentence={content.kind === "refund" ? "Credit note of {shop}" : "Receipt of {shop}"}
          parts={{ shop: <span data-stored="receipt.shop">{content.merchantName}</span> }}
        />
      </h1>
      <VerdictAlarms alarms={alarms} />
      <div className={unfolds ? "motion-safe:animate-unfold" : ""}>
        <Slip>
          <div className="print-slip">
            <ReceiptSlip
              receipt={content}
              t={t}
              locale={locale}
              timeZone={timeZone}
              namesZone
              refunded={receipt?.refundedAmount ?? 0}
              full
              hidesCode={alarms.length > 0}
              ciphertext={ciphertext}
            />
          </div>
        </Slip>
      </div>
      {receipt ? <DeliveryNote receipt={receipt} /> : null}
      {verdict && alarms.length === 0 ? (
        <VerdictNote verdict={verdict} name={content.merchantName} />
      ) : null}
      <ReceiptActions
        readable={{ paymentId, sealed, content, listed: receipt }}
        hasAlarm={alarms.length > 0}
      />
      <ReceiptIds paymentId={paymentId} receipt={content} />
      {receipt && isKept ? (
        <ReceiptNotes cardId={receipt.card.cardId} paymentId={paymentId} content={sealed} />
      ) : null}
      <KeptNote paymentId={paymentId} receipt={receipt} />
    </div>
  );
}
