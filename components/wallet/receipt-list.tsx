"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText, WifiOff } from "lucide-react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { EmptyState, SkeletonRows } from "#components/ui/states.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { CardFilter } from "./card-filter.tsx";
import { ExportListButton } from "./exports/export-buttons.tsx";
import { FailureNote } from "./failure-note.tsx";
import { KeptFilters } from "./kept-filters.tsx";
import { LostPhoneNote } from "./lost-phone-note.tsx";
import { OpenAll } from "./open-all.tsx";
import { OpenKept } from "./open-kept.tsx";
import { ReceiptDays } from "./receipt-days.tsx";
import { SearchField } from "./search-field.tsx";
import { useTimeZone, useToday } from "./use-clock.ts";
import { useKept } from "./use-kept.ts";
import { useOlderReceipts, useReceipts, type WalletReceipt } from "./use-receipts.ts";
import { useSeen } from "./use-seen.ts";
import { useShownReceipts } from "./use-shown-receipts.ts";
import { useWalletSession } from "./use-wallet-session.ts";
import { walletKeys } from "./wallet-state.ts";

const WarrantyReminders = loadedLater(
  async () => (await import("./warranty-reminders.tsx")).WarrantyReminders,
);

type ReceiptListProps = {
  cards: StoredCard[];
  /** The card whose receipts are shown; undefined for all. */
  cardId: string | undefined;
  onCardChange: (cardId: string | undefined) => void;
};

/** All receipts of all cards; new ones appear on their own. */
export function ReceiptList({ cards, cardId, onCardChange }: ReceiptListProps) {
  const t = useTranslate();
  const { error, hasOlder, isPending, receipts, refetch } = useReceipts(cards);
  useRenewedPush(cards);
  // Waits for the marks, so that a long list is not drawn twice.
  const isMarking = [useSeen(), useKept()].some((marks) => marks.isPending);
  const today = useToday(useTimeZone());
  const { ending, filters, isNarrowed, offered, ofCard, setFilters, setTyped, shown, typed } =
    useShownReceipts(receipts, { cardId, today });
  const away = error instanceof WalletError && isAway(error) ? error.reason : undefined;
  if (receipts.length === 0) {
    return (
      <>
        {away === "offline" ? null : <FailureNote error={error} retry={refetch} />}
        {isPending ? <SkeletonRows label={t("Loading receipts")} rows={4} bare /> : null}
        {away ? <AwayNote /> : null}
        {isPending || error ? null : <NoReceipts />}
      </>
    );
  }
  if (isMarking) return <SkeletonRows label={t("Loading receipts")} rows={4} bare />;
  return (
    <div className="space-y-4">
      {away === "offline" ? null : <FailureNote error={error} retry={refetch} />}
      {cards.length > 1 ? (
        <CardFilter cards={cards} value={cardId} onChange={onCardChange} />
      ) : null}
      <SearchField value={typed} onChange={setTyped} />
      <KeptFilters offered={offered} chosen={filters} onChange={setFilters} />
      <OpenKept />
      {isNarrowed ? null : <ListNews receipts={ofCard} ending={ending} today={today} />}
      {shown.length === 0 ? <NothingFound isSearch={isNarrowed} hasOlder={hasOlder} /> : null}
      <ExportListButton
        listed={shown}
        isWhole={cardId === undefined && !isNarrowed}
        hasOlder={hasOlder}
      />
      <ReceiptDays
        receipts={shown}
        all={receipts}
        showsCard={cards.length > 1 && cardId === undefined}
        hasOlder={hasOlder}
      />
      {hasOlder ? <OlderButton cards={cards} /> : null}
    </div>
  );
}

type ListNewsProps = Pick<ReturnType<typeof useShownReceipts>, "ending"> & {
  receipts: WalletReceipt[];
  today: string;
};

/** What the cardholder may want to do about the receipts. */
function ListNews({ receipts, ending, today }: ListNewsProps) {
  return (
    <>
      <LostPhoneNote receipts={receipts} />
      {ending.length > 0 ? <WarrantyReminders ending={ending} today={today} /> : null}
      <OpenAll receipts={receipts} />
      <MarkSeen receipts={receipts} />
    </>
  );
}

/** Keeps push notifications going for all cards, including those added since. */
function useRenewedPush(cards: StoredCard[]): void {
  const { isPending: isAsking } = useWalletSession();
  const userIds = cards.flatMap(({ userId }) => userId ?? []);
  useQuery({
    queryKey: walletKeys.renewedPush(userIds),
    queryFn: async () => {
      const { renewPush } = await import("#lib/wallet/push.ts");
      await renewPush(cards);
      return true;
    },
    enabled: () => !isAsking && "Notification" in window && Notification.permission === "granted",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: "always",
  });
}

function MarkSeen({ receipts }: { receipts: WalletReceipt[] }) {
  const t = useTranslate();
  const { isNew, markSeen } = useSeen();
  const unseen = receipts.filter(isNew);
  if (unseen.length < 2) return null;
  return (
    <p className="flex items-center justify-between gap-4 text-sm">
      <span>{t.count(unseen.length, "1 new receipt", "{count} new receipts")}</span>
      <Button look="ghost" size="small" onClick={() => markSeen(unseen)}>
        {t("Mark all as seen")}
      </Button>
    </p>
  );
}

function OlderButton({ cards }: { cards: StoredCard[] }) {
  const t = useTranslate();
  const { error, isPending, mutate } = useOlderReceipts(cards);
  return (
    <>
      <FailureNote error={error} />
      <Button look="secondary" pending={isPending} onClick={() => mutate()} className="w-full">
        {t("Show older receipts")}
      </Button>
    </>
  );
}

/** Shown when there is no connection and this device has no list yet. */
function AwayNote() {
  const t = useTranslate();
  return (
    <EmptyState icon={WifiOff} title={t("No list on this device yet")}>
      {t("Your receipts appear here once this device has reached the service.")}
    </EmptyState>
  );
}

function NoReceipts() {
  const t = useTranslate();
  const isVisit = useWalletSession().data?.visitor === "visit";
  return (
    <EmptyState
      icon={ReceiptText}
      title={t("No receipts yet")}
      action={
        isVisit ? (
          <ButtonLink href="/demo" prefetch={false} look="secondary">
            {t("Buy a coffee in the demo")}
          </ButtonLink>
        ) : (
          <ButtonLink href="/terminal" prefetch={false} target="_blank" look="secondary">
            {t("Open the terminal")}
          </ButtonLink>
        )
      }
    >
      {isVisit
        ? t("What you buy in the demo appears here, sealed.")
        : t("Pay with one of your cards. The receipt appears here within seconds, sealed.")}
    </EmptyState>
  );
}

function NothingFound({ isSearch, hasOlder }: { isSearch: boolean; hasOlder: boolean }) {
  const t = useTranslate();
  return (
    <p role="status" className="py-8 text-center text-sm text-pretty text-muted">
      {isSearch
        ? t(
            "No match on this device. Of a sealed receipt only the amount, the month, and the receipt number can be searched; what is inside can be once you keep it here.",
          )
        : t("No receipts for this card.")}
      {hasOlder ? ` ${t("Older receipts are not loaded yet.")}` : null}
    </p>
  );
}

/** A browser can report a connection that does not reach the service. */
function isAway({ reason }: WalletError): boolean {
  return reason === "offline" || reason === "service_down";
}
