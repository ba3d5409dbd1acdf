import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { walletKeys } from "#components/wallet/wallet-state.ts";
import { VISIT } from "#lib/accounts/contract-wallet.ts";
import { type Answer, api } from "#lib/browser/api.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { listCards, removeCard } from "#lib/wallet/cards.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { eraseUnusedDevice } from "#lib/wallet/vault.ts";
import { readHandoverLink } from "./handover-link.ts";
import { type OwnCard, provideCard, storeCard, watchOtherTabs } from "./visit-card.ts";

export type VisitState = Answer<"GET /api/demo/visit">;
export type OwnPayment = VisitState["payments"][number];

const visitKeys = { opened: ["visit", "opened"], latest: ["visit", "latest"] } as const;

/** For what changes without this page: a payment that is settled, or another tab. */
const POLL_INTERVAL_MS = 15_000;
/** While the next step is expected from elsewhere. */
const WATCH_INTERVAL_MS = 2_000;

/** The visit of this browser, its card, and what the service keeps of it by now. */
export function useVisit() {
  const client = useQueryClient();
  const opened = useQuery({
    queryKey: visitKeys.opened,
    queryFn: async () => {
      const visit = await openVisit();
      await client.invalidateQueries({ queryKey: walletKeys.vault });
      return visit;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: "always",
  });
  const latest = useQuery({
    queryKey: visitKeys.latest,
    queryFn: ({ signal }) => api("GET /api/demo/visit", { signal }),
    enabled: opened.data !== undefined,
    refetchInterval: ({ state }) => pauseOf(state, POLL_INTERVAL_MS),
    // Not while hidden. A visitor who comes back sees at once what has changed.
    refetchOnWindowFocus: "always",
    retry: false,
  });
  const refresh = useRefreshVisit();
  useEffect(() => watchOtherTabs(() => void refresh()), [refresh]);
  return { opened, latest };
}

/** Looks often as long as it is rendered: another device has the next step. */
export function useWatchVisit(): void {
  useQuery({
    queryKey: visitKeys.latest,
    queryFn: ({ signal }) => api("GET /api/demo/visit", { signal }),
    refetchInterval: ({ state }) => pauseOf(state, WATCH_INTERVAL_MS),
    retry: false,
  });
}

type PollState = { data: VisitState | undefined; error: Error | null };

function pauseOf({ data, error }: PollState, usual: number): number | false {
  // A visit that has ended does not come back.
  if (error instanceof ApiError && error.code === "unauthorized") return false;
  const isSettling = data?.payments[0]?.paymentStatus === "pending";
  return isSettling ? WATCH_INTERVAL_MS : usual;
}

/** Asks at once what the service keeps now, instead of at the next poll. */
export function useRefreshVisit(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: visitKeys.latest }), [client]);
}

async function openVisit(): Promise<{ visitId: string; card: OwnCard }> {
  const link = readHandoverLink(window.location.hash);
  if (!link) {
    // Before the service is asked: a card that another tab registers meanwhile is not in its answer. Where the
    // browser keeps nothing, the wallet says so itself.
    const before = await listCards().catch(() => []);
    const { visitId, cards } = await api("POST /api/demo/visit", { body: {} });
    const own = await provideCard(visitId);
    await settleCards(before, { current: cards, own }).catch(() => undefined);
    return { visitId, card: own };
  }
  const { visitId } = await api("POST /api/demo/visit/join", { body: { code: link.code } });
  // It worked once: a reload goes on with the cookie.
  window.history.replaceState(null, "", "/demo");
  const card = { ...link.card, number: undefined };
  storeCard(visitId, card);
  return { visitId, card };
}

/**
 * Cards of visits that have ended lead nowhere: the service knows neither them nor their receipts. Where
 * no other is left, the vault goes too, so that a new visit is not asked for the PIN of an earlier one. This
 * visit's own card is registered now, if the page was left before it was.
 */
async function settleCards(
  cards: readonly StoredCard[],
  { current, own }: { current: VisitState["cards"]; own: OwnCard },
): Promise<void> {
  const isOwn = ({ unfinished }: StoredCard) =>
    unfinished?.kind === "visit" && unfinished.hashedPan === own.hashedPan;
  const isCurrent = (card: StoredCard) =>
    card.userId !== null && current.some(({ userId }) => userId === card.userId);
  const ended = cards.filter((card) => card.session === VISIT && !isOwn(card) && !isCurrent(card));
  for (const { cardId } of ended) await removeCard(cardId);
  if (ended.length > 0 && (await eraseUnusedDevice())) return;
  if (!cards.some(isOwn)) return;
  const { finishHashedCard } = await import("#lib/wallet/add-card.ts");
  await finishHashedCard(own, { environment: "development", session: VISIT });
}
