import { useState } from "react";
import {
  type CardBrand,
  hashCardNumber,
  readCardNumber,
  testCards,
} from "#lib/wallet/card-number.ts";

/** A card at the till. Of a typed one the number is forgotten as soon as there is its hash. */
export type PickedCard = {
  hashedPan: string;
  last4: string;
  brand: CardBrand | undefined;
  /** Only of the test cards, which are public. */
  testNumber: string | undefined;
};

export type CardChoice = {
  picked: PickedCard | undefined;
  /** Why there is no hash: the page came over plain HTTP, where browsers have no cryptography. */
  insecure: boolean;
  pick: (number: string) => Promise<void>;
  forget: () => void;
};

/** The card that pays, as its hash. It stays for the next sale, until another replaces it. */
export function useCard(): CardChoice {
  const [picked, setPicked] = useState<PickedCard>();
  const [insecure, setInsecure] = useState(false);

  async function pick(number: string) {
    const read = readCardNumber(number);
    if (read.state !== "valid") return;
    if (!window.isSecureContext) return setInsecure(true);

    const { digits, last4, brand } = read;
    const hashedPan = await hashCardNumber(digits);
    const testNumber = testCards.find((card) => card.number === digits)?.number;
    setPicked({ hashedPan, last4, brand, testNumber });
  }
  return { picked, insecure, pick, forget: () => setPicked(undefined) };
}
