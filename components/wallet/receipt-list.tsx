"use client";

import { ChevronRight, ReceiptText, Search, Undo2, WifiOff } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { EmptyState, SkeletonRows } from "#components/ui/states.tsx";
import { formatMoney } from "#lib/core/money.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { cardBrandNames } from "#lib/wallet/card-number.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { FailureNote } from "./failure-note.tsx";
import { formatDay } from "./refund-links.tsx";
import { useLocale } from "./use-locale.ts";
import { useOlderReceipts, useReceipts, type WalletReceipt } from "./use-receipts.ts";
import { walletLink } from "./wallet-link.ts";
import { useWallet } from "./wallet-state.ts";

/** All receipts of all cards; new ones appear on their own. */
export function ReceiptList({ cards }: { cards: StoredCard[] }) {
  const { error, hasOlder, isPending, receipts, refetch } = useReceipts(cards);
  const { opened } = useWallet();
  const [search, setSearch] = useState("");
  const away = error instanceof WalletError && isAway(error) ? error.reason : undefined;
  const shown = receipts.filter(({ paymentId }) => matches(opened.get(paymentId), search));
  return (
    <div className="space-y-4">
      {away === "offline" ? null : <FailureNote error={error} retry={refetch} />}
      {opened.size > 0 ? <SearchField value={search} onChange={setSearch} /> : null}
      {isPending ? <SkeletonRows label="Loading receipts" rows={4} /> : null}
      {away && receipts.length === 0 ? <AwayNote /> : null}
      {isPending || (error && receipts.length === 0) ? null : (
        <Rows receipts={shown} all={receipts} search={search} />
      )}
      {hasOlder ? <OlderButton cards={cards} /> : null}
    </div>
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

/** After a reload without a connection. */
function AwayNote() {
  return (
    <EmptyState icon={WifiOff} title="The list needs a connection">
      The service keeps the list. What you opened was only in this page’s memory, and a reload
      forgets it: open it again when you are back online.
    </EmptyState>
  );
}

type RowsProps = {
  receipts: WalletReceipt[];
  /** Also those that do not match the search. */
  all: WalletReceipt[];
  search: string;
};

function Rows({ receipts, all, search }: RowsProps) {
  if (receipts.length === 0 && search !== "") {
    return (
      <p className="py-8 text-center text-sm text-pretty text-muted">
        Nothing you opened in this session matches. Sealed receipts cannot be searched: nobody can
        read them.
      </p>
    );
  }
  if (receipts.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="No receipts yet"
        action={
          <ButtonLink {...walletLink("/wallet/cards/add")} look="secondary">
            Add another card
          </ButtonLink>
        }
      >
        Pay with one of your cards: the receipt appears here, sealed, within seconds.
      </EmptyState>
    );
  }
  const sales = new Map(all.map((receipt) => [receipt.paymentId, receipt]));
  return (
    <ul className="divide-y divide-line border-y border-line">
      {receipts.map((receipt) => (
        <li key={receipt.paymentId}>
          <WalletReceiptRow receipt={receipt} sale={sales.get(receipt.refundOf ?? "")} />
        </li>
      ))}
    </ul>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 border border-edge bg-slip px-3 focus-within:outline-2 focus-within:outline-offset-3 focus-within:outline-pine">
      <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="sr-only">Search what you opened in this session</span>
      <input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="Search opened receipts"
        className="w-full bg-transparent py-2 text-base outline-none placeholder:text-muted"
      />
    </label>
  );
}

/** A device with some network does not always know that it leads nowhere. */
function isAway({ reason }: WalletError): boolean {
  return reason === "offline" || reason === "service_down";
}

/** Merchant and items of an opened receipt; what is sealed matches only an empty search. */
function matches(receipt: OpenedReceipt | undefined, search: string): boolean {
  const words = search.trim().toLocaleLowerCase();
  if (words === "") return true;
  if (!receipt) return false;
  const names = [receipt.merchantName, ...(receipt.items ?? []).map(({ name }) => name)];
  return names.some((name) => name.toLocaleLowerCase().includes(words));
}

type RowProps = {
  receipt: WalletReceipt;
  /** Of a refund, where the list has it. */
  sale: WalletReceipt | undefined;
};

/** One receipt: sealed it has no more than an amount and a time, opened it has a name. */
function WalletReceiptRow({ receipt, sale }: RowProps) {
  const { opened } = useWallet();
  const locale = useLocale();
  const { amount, card, createdAt, currency, keyId, kind, paymentId, receiptStatus } = receipt;
  const content = opened.get(paymentId);
  const isHere = keyId !== null && card.keys.some((key) => key.keyId === keyId);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const money = formatMoney({ amount, currency }, locale);
  return (
    <Link
      {...walletLink(`/wallet/receipts/${paymentId}`)}
      className="-mx-2 flex items-center gap-3 px-2 py-3.5 transition-colors hover:bg-slip"
    >
      <span className="min-w-0 grow">
        <span className="flex items-center gap-2 font-medium">
          {content ? (
            <bdi className="truncate">{content.merchantName}</bdi>
          ) : (
            <Sealed what={kind === "refund" ? "Sealed credit note" : "Sealed receipt"} />
          )}
          {kind === "refund" ? <RefundTag /> : null}
        </span>
        <span className="block truncate text-sm text-muted">
          {time.format(new Date(createdAt))} · {card.brand ? cardBrandNames[card.brand] : "Card"}{" "}
          {card.last4}
        </span>
        <RefundLine receipt={receipt} sale={sale} locale={locale} />
      </span>
      <span className="shrink-0 text-right">
        <span className={`block font-medium ${kind === "refund" ? "text-pine" : ""}`}>
          {kind === "refund" ? `+${money}` : money}
        </span>
        <span className="block text-sm">
          {receiptStatus === "sealed" && !isHere ? (
            <span className="text-muted">Key not on this device</span>
          ) : (
            <ReceiptStatusMark status={content ? "opened" : receiptStatus} />
          )}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </Link>
  );
}

function RefundTag() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 border border-current px-1.5 text-2xs text-pine">
      <Undo2 aria-hidden="true" className="size-3" />
      Refund
    </span>
  );
}

/** What a refund is for, and what came back of a sale. */
function RefundLine({ receipt, sale, locale }: RowProps & { locale: string }) {
  const { currency, kind, refundedAmount } = receipt;
  if (kind === "refund") {
    return (
      <span className="block truncate text-sm text-muted">
        For {sale ? `the receipt of ${formatDay(sale.createdAt, locale)}` : "an earlier receipt"}
      </span>
    );
  }
  if (refundedAmount === 0) return null;
  return (
    <span className="block truncate text-sm text-muted">
      {formatMoney({ amount: refundedAmount, currency }, locale)} refunded
    </span>
  );
}

function Sealed({ what }: { what: string }) {
  return (
    <>
      <span aria-hidden="true" className="tracking-widest text-muted select-none">
        ▒▒▒▒▒▒▒▒
      </span>
      <span className="sr-only">{what}</span>
    </>
  );
}
