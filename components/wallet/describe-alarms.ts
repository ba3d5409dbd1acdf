import { formatMoney } from "#lib/core/money.ts";
import type { ListedSeal, Seal } from "#lib/wallet/check-seal.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";

export type Alarm = {
  title: string;
  text: string;
  /** Names of fields, which may come from the receipt. */
  differs?: readonly string[];
  /** RFC 7638 thumbprints of the keys that it was sealed for. */
  keys?: readonly string[];
  /** RFC 7638 thumbprint of the key that signed it. */
  signedWith?: string;
  /** What the shop was called on earlier receipts, which is another name. */
  formerName?: string;
};

type Described = {
  receipt: Pick<SealedContent, "amount" | "currency">;
  listed: Pick<ListedSeal, "amount" | "currency"> | undefined;
  locale: string;
};

/** Why not to rely on an opened receipt, the worst first; empty where nothing contradicts it. */
export function describeAlarms(verdict: Verdict, described: Described): Alarm[] {
  const { seal, differs } = verdict;
  return [
    ...describeSeal(seal, described.locale),
    ...describeSignature(verdict, described.locale),
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

function describeSignature({ signature, signer, signedSince }: Verdict, locale: string): Alarm[] {
  if (signature === undefined) return signedSince ? [droppedSignature(signedSince, locale)] : [];
  if (signature.state === "broken") return [brokenSignature(signature.differs)];
  if (signature.state !== "valid" || signer?.kind !== "new_key") return [];
  return [otherSigner(signature.thumbprint, signer.merchantName)];
}

function droppedSignature(since: string, locale: string): Alarm {
  return {
    title: "Not signed, although this shop has signed before",
    text:
      `Receipts under this name have been signed since ${formatDate(since, locale)}. This one is not, so it may not be ` +
      "from the shop, and nothing shows that others have not read it. Ask the shop before you rely on it.",
  };
}

function otherSigner(signedWith: string, formerName: string | undefined): Alarm {
  return {
    title: "Signed with another key than before",
    text:
      `Earlier receipts ${formerName === undefined ? "under this name" : "of this shop"} were signed with another key. ` +
      "Shops change keys now and then, but a receipt that others have read and sealed again looks the same. Ask the " +
      "shop before you rely on it.",
    signedWith,
    ...(formerName !== undefined && { formerName }),
  };
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
            text: `It says ${formatMoney({ amount: receipt.amount, currency: said }, locale)}, and the service lists ${formatMoney(listed, locale)}. Ask the shop before you rely on it.`,
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
