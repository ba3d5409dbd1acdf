import { useDeferredValue, useMemo, useState } from "react";
import { createSearch } from "./find-receipts.ts";
import type { KeptFilter } from "./kept-filters.tsx";
import { useTimeZone } from "./use-clock.ts";
import { useKeptNotes } from "./use-kept-notes.ts";
import { useLocale } from "./use-locale.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { useWallet } from "./wallet-state.ts";

type Options = {
  /** Undefined for all cards. */
  cardId: string | undefined;
  today: string;
};

/** The receipts that card, search, and filters leave, and what the list needs to change these. */
export function useShownReceipts(receipts: readonly WalletReceipt[], { cardId, today }: Options) {
  const { annotations, opened } = useWallet();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { ending, found } = useKeptNotes(receipts, today);
  const [filters, setFilters] = useState<ReadonlySet<KeptFilter>>(new Set());
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const matches = useMemo(() => createSearch({ locale, timeZone }), [locale, timeZone]);
  const ofCard = useMemo(
    () => receipts.filter(({ card }) => cardId === undefined || card.cardId === cardId),
    [receipts, cardId],
  );
  const shown = useMemo(
    () =>
      ofCard.filter((receipt) => {
        const { paymentId } = receipt;
        if ([...filters].some((filter) => !found[filter].has(paymentId))) return false;
        const read = { content: opened.get(paymentId), annotation: annotations.get(paymentId) };
        return matches(receipt, read, search);
      }),
    [ofCard, filters, found, opened, annotations, matches, search],
  );
  return {
    ofCard,
    shown,
    isNarrowed: search !== "" || filters.size > 0,
    /** Warranties to be reminded of. */
    ending,
    typed,
    setTyped,
    filters,
    setFilters,
    /** The filters that would leave something, and those that are on. */
    offered: filterNames.filter((name) => found[name].size > 0 || filters.has(name)),
  };
}

const filterNames: readonly KeptFilter[] = ["business", "warranty"];
