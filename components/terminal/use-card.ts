import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Environment } from "#lib/core/vocabulary.ts";
import {
  type CardBrand,
  hashCardNumber,
  readCardNumber,
  testCards,
} from "#lib/wallet/card-number.ts";
import type { TestCard } from "#lib/wallet/cards.ts";

/** A card at the till. A typed number is discarded as soon as it has been hashed. */
export type PickedCard = {
  hashedPan: string;
  last4: string;
  brand: CardBrand | undefined;
  /** Only for test cards. */
  testNumber: string | undefined;
};

export type CardChoice = {
  picked: PickedCard | undefined;
  /** The test cards of the wallet in this browser. */
  walletCards: readonly TestCard[];
  /** Hashing failed because the page was loaded over plain HTTP, where browsers offer no cryptography. */
  insecure: boolean;
  pick: (number: string) => Promise<void>;
  forget: () => void;
};

/** The card that pays, as its hash. It stays for the next sale, until another replaces it. */
export function useCard(environment: Environment): CardChoice {
  const [picked, setPicked] = useState<PickedCard>();
  const [insecure, setInsecure] = useState(false);
  const walletCards = useWalletCards(environment);
  const isTestNumber = (digits: string) =>
    testCards.some(({ number }) => number === digits) ||
    walletCards.some(({ testNumber }) => testNumber === digits);
  // Counts requests, so that a late hash does not replace a newer one.
  const latest = useRef(0);

  async function pick(number: string) {
    const read = readCardNumber(number);
    if (read.state !== "valid") return;
    if (!window.isSecureContext) return setInsecure(true);

    latest.current += 1;
    const asked = latest.current;
    const { digits, last4, brand } = read;
    const hashedPan = await hashCardNumber(digits);
    if (asked !== latest.current) return;
    const testNumber = isTestNumber(digits) ? digits : undefined;
    setPicked({ hashedPan, last4, brand, testNumber });
  }

  function forget() {
    latest.current += 1;
    setPicked(undefined);
  }

  // The wallet links here with one of its cards.
  const wanted = useSearchParams().get("card");
  const handedOver = walletCards.find(({ cardId }) => cardId === wanted)?.testNumber;
  const pickHandedOver = useEffectEvent((number: string) => void pick(number));
  useEffect(() => {
    if (handedOver !== undefined) pickHandedOver(handedOver);
  }, [handedOver]);

  return { picked, walletCards, insecure, pick, forget };
}

const noCards: readonly TestCard[] = [];

/** Read from this browser's storage; the wallet sends no number. */
function useWalletCards(environment: Environment): readonly TestCard[] {
  const { data = noCards } = useQuery({
    queryKey: ["terminal", "wallet-cards"],
    queryFn: async () => (await import("#lib/wallet/cards.ts")).listTestCards(),
    retry: false,
    networkMode: "always",
  });
  return data.filter((card) => card.environment === environment);
}
