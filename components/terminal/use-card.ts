import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Environment } from "#lib/core/vocabulary.ts";
import { hashIdentifier } from "#lib/crypto/hash-identifier.ts";
import type { RecipientHashes } from "#lib/terminal/payment-body.ts";
import { type CardBrand, readCardNumber, testCards } from "#lib/wallet/card-number.ts";
import type { TestCard } from "#lib/wallet/cards.ts";
import { deriveDeviceNumber, deriveSamplePar } from "#lib/wallet/sample-device.ts";

/** What the customer presents, as hashes. A typed number is discarded as soon as it has been hashed. */
export type PickedCard = { recipient: RecipientHashes } & (
  | {
      kind: "card";
      last4: string;
      brand: CardBrand | undefined;
      /** Only for test cards. */
      testNumber: string | undefined;
    }
  /** A phone that pays with a test card, under a number of its own. */
  | { kind: "device"; last4: string; brand: CardBrand | undefined; testNumber: string }
  | { kind: "phone_number" }
);

export type CardChoice = {
  picked: PickedCard | undefined;
  /** The test cards of the wallet in this browser. */
  walletCards: readonly TestCard[];
  /** Hashing failed because the page was loaded over plain HTTP, where browsers offer no cryptography. */
  insecure: boolean;
  pick: (number: string) => Promise<void>;
  /** The phone that has this test card in it. */
  pickPhone: (testNumber: string) => Promise<void>;
  /** A phone number in E.164, for the receipt alone. */
  pickPhoneNumber: (number: string) => Promise<void>;
  forget: () => void;
};

/** What pays, as hashes. It stays for the next sale, until another replaces it. */
export function useCard(environment: Environment): CardChoice {
  const [picked, setPicked] = useState<PickedCard>();
  const [insecure, setInsecure] = useState(false);
  const walletCards = useWalletCards(environment);
  const isTestNumber = (digits: string) =>
    testCards.some(({ number }) => number === digits) ||
    walletCards.some(({ testNumber }) => testNumber === digits);
  // Counts requests, so that a late hash does not replace a newer one.
  const latest = useRef(0);

  async function pickHashed(hash: () => Promise<PickedCard>) {
    if (!window.isSecureContext) return setInsecure(true);
    latest.current += 1;
    const asked = latest.current;
    const hashed = await hash();
    if (asked === latest.current) setPicked(hashed);
  }

  async function pick(number: string) {
    const read = readCardNumber(number);
    if (read.state !== "valid") return;
    const { digits, last4, brand } = read;
    await pickHashed(async () => ({
      kind: "card",
      recipient: { recipientHashedPan: await hashIdentifier(digits) },
      last4,
      brand,
      testNumber: isTestNumber(digits) ? digits : undefined,
    }));
  }

  async function pickPhone(testNumber: string) {
    const { brand } = readCardNumber(testNumber);
    await pickHashed(async () => {
      const device = await deriveDeviceNumber(testNumber);
      const par = await deriveSamplePar(testNumber);
      const recipient = {
        recipientHashedPan: await hashIdentifier(device),
        recipientHashedPar: await hashIdentifier(par),
      };
      return { kind: "device", recipient, last4: device.slice(-4), brand, testNumber };
    });
  }

  async function pickPhoneNumber(number: string) {
    await pickHashed(async () => ({
      kind: "phone_number",
      recipient: { recipientHashedPhone: await hashIdentifier(number) },
    }));
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

  return { picked, walletCards, insecure, pick, pickPhone, pickPhoneNumber, forget };
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
