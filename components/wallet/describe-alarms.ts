import { formatMoney } from "#lib/core/money.ts";
import type { ListedSeal, Seal } from "#lib/wallet/check-seal.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";

export type Alarm = {
  title: string;
  text: string;
  /** Names of fields, which may come from the receipt. */
  differs?: readonly string[];
  /** RFC 7638 thumbprints. */
  keys?: readonly string[];
};

type Described = {
  receipt: Pick<SealedContent, "amount" | "currency">;
  listed: Pick<ListedSeal, "amount" | "currency"> | undefined;
  locale: string;
};

/** Why not to rely on an opened receipt, the worst first; empty where nothing contradicts it. */
export function describeAlarms(verdict: Verdict, described: Described): Alarm[] {
  const { seal, differs, signature } = verdict;
  return [
    ...describeSeal(seal, described.locale),
    ...(signature?.state === "broken" ? [brokenSignature(signature.differs)] : []),
    ...describeDifferences(differs, described),
  ];
}

function describeSeal(seal: Seal, locale: string): Alarm[] {
  switch (seal.state) {
    case "other_key":
      return [
        {
          title: "Sealed for a key that is not this device’s",
          text:
            "The till was given a key that is not yours. The owner of that key could read this receipt, and change it " +
            "before it came here. Ask the shop for a printed one, and tell your bank.",
          keys: seal.sealedTo,
        },
      ];
    case "replaced_key":
      return [
        {
          title: "Sealed for a key that this device had replaced",
          text:
            `This device replaced that key on ${formatDate(seal.replacedAt, locale)}, well before the sale, and the till ` +
            "was given it all the same. If the old key is in other hands, they could read this receipt. Tell your bank.",
          keys: seal.sealedTo,
        },
      ];
    case "contradicted":
      return [
        {
          title: "It claims to have been sealed at the till, but the service sealed it",
          text:
            "The service lists it as one that it sealed itself, so it had this receipt, and the claim inside is not " +
            "true.",
        },
      ];
    case "malformed":
      return [
        {
          title: "It does not say for whom it was sealed",
          text:
            "It claims to have been sealed at the till, but names no key that it could have been sealed for. So nothing " +
            "shows that it was sealed for you.",
        },
      ];
    case "none":
    case "unclaimed":
    case "device":
    case "escrow":
    case "needless_escrow":
    case "unknown_key":
      return [];
  }
}

function brokenSignature(differs: readonly string[]): Alarm {
  return {
    title: "The signature does not match",
    text: "This receipt carries a merchant’s signature, but the merchant did not sign what it says.",
    differs,
  };
}

/** Of these a cardholder sees more than a name. */
const charged = ["amount", "currency"];

function describeDifferences(
  differs: readonly string[],
  { receipt, listed, locale }: Described,
): Alarm[] {
  const others = differs.filter((name) => !charged.includes(name));
  const said = receipt.currency ?? listed?.currency;
  return [
    ...(listed && said !== undefined && others.length < differs.length
      ? [
          {
            title: "The receipt does not say what was charged",
            text: `It says ${formatMoney({ amount: receipt.amount, currency: said }, locale)}, and the service lists ${formatMoney(listed, locale)}.`,
          },
        ]
      : []),
    ...(others.length > 0
      ? [
          {
            title: "This receipt belongs to another payment",
            text: "What it says of its payment is not what the service lists.",
            differs: others,
          },
        ]
      : []),
  ];
}

/** A moment as a day, in words. */
export function formatDate(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(new Date(at));
}
