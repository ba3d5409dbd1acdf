import { createContext, type Dispatch, type SetStateAction, useContext } from "react";
import type { ServiceKnowsProps } from "#components/receipts/service-knows.tsx";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { Language } from "#lib/languages/language.ts";
import type { Annotation } from "#lib/wallet/annotation.ts";
import type { ListedSeal } from "#lib/wallet/check-seal.ts";
import type { Consent, Observation, Observe } from "#lib/wallet/observation.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";
import type { WalletFailure } from "#lib/wallet/wallet-error.ts";
import type { consentVerbs } from "./consent-words.ts";

/** An action of the cardholder, with what happened behind the scenes. */
export type Scene = {
  id: string;
  title: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  state: "running" | "done" | "failed";
  /** Why it failed, in plain words. */
  failure?: string;
  observations: Observation[];
};

export type ConsentQuestion = {
  title: string;
  why: string;
  /** What the buttons say that it does; `confirm` by default. */
  verb?: keyof typeof consentVerbs;
  /** What is decided with the consent, by a checkbox that is checked at first. */
  choice?: ConsentChoice | undefined;
  /** Runs with the consent. If only the consent fails, the form stays open. */
  work: (consent: Consent) => Promise<void>;
  /** Closes the question. Work that was already confirmed goes on, and its outcome is the result. */
  leave: () => void;
  /** Ends the question without a result. */
  end: (failure: unknown) => void;
};

export type ConsentChoice = { label: string; hint: string; onChange: (checked: boolean) => void };

/** The opening of many receipts with one consent. */
export type OpeningRun = {
  state: "running" | "stopped" | "failed" | "done";
  total: number;
  opened: number;
  failed: { paymentId: string; reason: WalletFailure }[];
  /** While the service asks to wait: until then, in milliseconds since 1970. */
  waitingUntil?: number | undefined;
  /** What ended it. */
  error?: unknown;
  stop: () => void;
};

export type ShownSeal = Pick<ServiceKnowsProps, "escrow" | "sealedAt">;

export type WalletState = {
  environment: Environment;
  /** Newest first. */
  scenes: Scene[];
  /** Receipts opened since the page was loaded, by payment; in memory only. */
  opened: ReadonlyMap<string, SealedContent>;
  keepOpened(receipts: Iterable<readonly [paymentId: string, SealedContent]>): void;
  /** What was noted about kept receipts, by payment, once they are open. */
  annotations: ReadonlyMap<string, Annotation>;
  keepAnnotations(annotations: Iterable<readonly [paymentId: string, Annotation]>): void;
  openingRun: OpeningRun | undefined;
  setOpeningRun: Dispatch<SetStateAction<OpeningRun | undefined>>;
  /** Of the receipt that is shown, where nothing contradicts what the service lists of it. */
  shownSeal: ShownSeal | undefined;
  showSeal(seal: ShownSeal | undefined): void;
  /** Runs the work as a scene of its own. */
  play<T>(title: string, work: (observe: Observe) => Promise<T>): Promise<T>;
  /** Asks for consent; rejects with `consent_declined` if the question is closed without an answer. */
  confirm<T>(
    question: Pick<ConsentQuestion, "title" | "why" | "verb" | "choice">,
    work: (consent: Consent, observe: Observe) => Promise<T>,
  ): Promise<T>;
};

export const WalletContext = createContext<WalletState | undefined>(undefined);

export function useWallet(): WalletState {
  const wallet = useContext(WalletContext);
  if (!wallet) throw new Error("useWallet belongs below WalletProvider.");
  return wallet;
}

/** The cache key of each answer on the wallet's pages. */
export const walletKeys = {
  session: ["wallet", "session"],
  vault: ["wallet", "vault"],
  cards: ["wallet", "cards"],
  lists: ["wallet", "lists"],
  seen: ["wallet", "seen"],
  kept: ["wallet", "kept"],
  storage: ["wallet", "storage"],
  pairing: ["wallet", "pairing"],
  pairingState: (pairingId: string | undefined) => ["wallet", "pairing", "state", pairingId],
  push: ["wallet", "push"],
  renewedPush: (userIds: string[]) => ["wallet", "push", "renewed", ...userIds],
  identifiers: (userId: string) => ["wallet", "identifiers", userId],
  receipts: (cardId: string) => ["wallet", "receipts", cardId],
  verdicts: ["wallet", "verdict"],
  verdict: (
    paymentId: string,
    given: { listed: ListedSeal | undefined; locale: string; language: Language },
  ) => ["wallet", "verdict", paymentId, given],
} as const;
