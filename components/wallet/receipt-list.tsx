"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText, WifiOff } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, SkeletonRows } from "#components/ui/states.tsx";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { CardFilter } from "./card-filter.tsx";
import { FailureNote } from "./failure-note.tsx";
import { matchesSearch } from "./find-receipts.ts";
import { LostPhoneNote } from "./lost-phone-note.tsx";
import { OpenKept } from "./open-kept.tsx";
import { ReceiptDays } from "./receipt-days.tsx";
import { SearchField } from "./search-field.tsx";
import { useKept } from "./use-kept.ts";
import { useLocale } from "./use-locale.ts";
import { useOlderReceipts, useReceipts, type WalletReceipt } from "./use-receipts.ts";
import { useSeen } from "./use-seen.ts";
import { useWalletSession } from "./use-wallet-session.ts";
import { useWallet, walletKeys } from "./wallet-state.ts";

type ReceiptListProps = {
  cards: StoredCard[];
  /** The card whose receipts are shown; undefined for all. */
  cardId: string | undefined;
  onCardChange: (cardId: string | undefined) => void;
};

/** All receipts of all cards; new ones appear on their own. */
export function ReceiptList({ cards, cardId, onCardChange }: ReceiptListProps) {
  const { error, hasOlder, isPending, receipts, refetch } = useReceipts(cards);
  useRenewedPush(cards);
  // Waits for the marks, so that a long list is not drawn twice.
  const isMarking = [useSeen(), useKept()].some((marks) => marks.isPending);
  const { opened } = useWallet();
  const locale = useLocale();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const away = error instanceof WalletError && isAway(error) ? error.reason : undefined;
  const shown = receipts.filter(
    (receipt) =>
      (cardId === undefined || receipt.card.cardId === cardId) &&
      matchesSearch(receipt, opened.get(receipt.paymentId), { search, locale }),
  );
  if (receipts.length === 0) {
    return (
      <>
        {away === "offline" ? null : <FailureNote error={error} retry={refetch} />}
        {isPending ? <SkeletonRows label="Loading receipts" rows={4} bare /> : null}
        {away ? <AwayNote /> : null}
        {isPending || error ? null : <NoReceipts />}
      </>
    );
  }
  if (isMarking) return <SkeletonRows label="Loading receipts" rows={4} bare />;
  return (
    <div className="space-y-4">
      {away === "offline" ? null : <FailureNote error={error} retry={refetch} />}
      {cards.length > 1 ? (
        <CardFilter cards={cards} value={cardId} onChange={onCardChange} />
      ) : null}
      <SearchField value={typed} onChange={setTyped} />
      <OpenKept />
      <LostPhoneNote receipts={shown} />
      {search === "" ? <MarkSeen receipts={shown} /> : null}
      {shown.length === 0 ? <NothingFound isSearch={search !== ""} hasOlder={hasOlder} /> : null}
      <ReceiptDays
        receipts={shown}
        all={receipts}
        showsCard={cards.length > 1 && cardId === undefined}
      />
      {hasOlder ? <OlderButton cards={cards} /> : null}
    </div>
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
  const { isNew, markSeen } = useSeen();
  const unseen = receipts.filter(isNew);
  if (unseen.length < 2) return null;
  return (
    <p className="flex items-center justify-between gap-4 text-sm">
      <span>{unseen.length.toLocaleString("en-US")} new receipts</span>
      <Button look="ghost" size="small" onClick={() => markSeen(unseen)}>
        Mark all as seen
      </Button>
    </p>
  );
}

function OlderButton({ cards }: { cards: StoredCard[] }) {
  const { error, isPending, mutate } = useOlderReceipts(cards);
  return (
    <>
      <FailureNote error={error} />
      <Button look="secondary" pending={isPending} onClick={() => mutate()} className="w-full">
        Show older receipts
      </Button>
    </>
  );
}

/** Shown when there is no connection and this device has no list yet. */
function AwayNote() {
  return (
    <EmptyState icon={WifiOff} title="No list on this device yet">
      Your receipts appear here once this device has reached the service.
    </EmptyState>
  );
}

function NoReceipts() {
  const isVisit = useWalletSession().data?.visitor === "visit";
  return (
    <EmptyState
      icon={ReceiptText}
      title="No receipts yet"
      action={
        isVisit ? (
          <ButtonLink href="/demo" prefetch={false} look="secondary">
            Buy a coffee in the demo
          </ButtonLink>
        ) : (
          <ButtonLink href="/terminal" prefetch={false} target="_blank" look="secondary">
            Open the terminal
          </ButtonLink>
        )
      }
    >
      {isVisit
        ? "What you buy in the demo appears here, sealed."
        : "Pay with one of your cards. The receipt appears here within seconds, sealed."}
    </EmptyState>
  );
}

function NothingFound({ isSearch, hasOlder }: { isSearch: boolean; hasOlder: boolean }) {
  return (
    <p role="status" className="py-8 text-center text-sm text-pretty text-muted">
      {isSearch
        ? "No match on this device. Of a sealed receipt only the amount and the receipt number can be searched; what is inside can be once you keep it here."
        : "No receipts for this card."}
      {hasOlder ? " Older receipts are not loaded yet." : null}
    </p>
  );
}

/** A browser can report a connection that does not reach the service. */
function isAway({ reason }: WalletError): boolean {
  return reason === "offline" || reason === "service_down";
}
