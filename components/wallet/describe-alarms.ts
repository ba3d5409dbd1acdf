import { formatMoney } from "#lib/core/money.ts";
import type { Translate } from "#lib/languages/translate.ts";
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
  t: Translate;
};

type Reader = Pick<Described, "locale" | "t">;

/** Why not to rely on an opened receipt, the worst first; empty where nothing contradicts it. */
export function describeAlarms(verdict: Verdict, described: Described): Alarm[] {
  const { seal, differs } = verdict;
  return [
    ...describeSeal(seal, described),
    ...describeSignature(verdict, described),
    ...describeDifferences(differs, described),
  ];
}

function describeSeal(seal: Seal, { locale, t }: Reader): Alarm[] {
  switch (seal.state) {
    case "other_key":
      return [
        {
          title: t("Sealed for a key that is not this device’s"),
          text: t(
            "The till was given a key that is not yours. The owner of that key could read this receipt, and change it before it came here. Ask the shop for a printed one, and tell your bank.",
          ),
          keys: seal.sealedTo,
        },
      ];
    case "replaced_key":
      return [
        {
          title: t("Sealed for a key that this device had replaced"),
          text: t(
            "This device replaced that key on {date}, well before the sale, and the till was given it all the same. If the old key is in other hands, they could read this receipt. Tell your bank.",
            { date: formatDate(seal.replacedAt, locale) },
          ),
          keys: seal.sealedTo,
        },
      ];
    case "contradicted":
      return [
        {
          title: t("It claims to have been sealed at the till, but the service sealed it"),
          text: t(
            "The service lists it as one that it sealed itself, so it had this receipt, and the claim inside is not true.",
          ),
        },
      ];
    case "malformed":
      return [
        {
          title: t("It does not say for whom it was sealed"),
          text: t(
            "It claims to have been sealed at the till, but names no key that it could have been sealed for. So nothing shows that it was sealed for you.",
          ),
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

function describeSignature({ signature, signer, signedSince }: Verdict, reader: Reader): Alarm[] {
  if (signature === undefined) return signedSince ? [droppedSignature(signedSince, reader)] : [];
  if (signature.state === "broken") return [brokenSignature(signature.differs, reader)];
  if (signature.state !== "valid" || signer?.kind !== "new_key") return [];
  return [otherSigner(signature.thumbprint, signer.merchantName, reader)];
}

function droppedSignature(since: string, { locale, t }: Reader): Alarm {
  return {
    title: t("Not signed, although this shop has signed before"),
    text: t(
      "Receipts under this name have been signed since {date}. This one is not, so it may not be from the shop, and nothing shows that others have not read it. Ask the shop before you rely on it.",
      { date: formatDate(since, locale) },
    ),
  };
}

function otherSigner(signedWith: string, formerName: string | undefined, { t }: Reader): Alarm {
  return {
    title: t("Signed with another key than before"),
    text: t(
      formerName === undefined
        ? "Earlier receipts under this name were signed with another key. Shops change keys now and then, but a receipt that others have read and sealed again looks the same. Ask the shop before you rely on it."
        : "Earlier receipts of this shop were signed with another key. Shops change keys now and then, but a receipt that others have read and sealed again looks the same. Ask the shop before you rely on it.",
    ),
    signedWith,
    ...(formerName !== undefined && { formerName }),
  };
}

function brokenSignature(differs: readonly string[], { t }: Reader): Alarm {
  return {
    title: t("The signature does not match"),
    text: t(
      "This receipt carries a merchant’s signature, but the merchant did not sign what it says.",
    ),
    differs,
  };
}

/** Of these a cardholder sees more than a name. */
const charged = ["amount", "currency"];

function describeDifferences(
  differs: readonly string[],
  { receipt, listed, locale, t }: Described,
): Alarm[] {
  const others = differs.filter((name) => !charged.includes(name));
  const said = receipt.currency ?? listed?.currency;
  return [
    ...(listed && said !== undefined && others.length < differs.length
      ? [
          {
            title: t("The receipt does not say what was charged"),
            text: t(
              "It says {said}, and the service lists {listed}. Ask the shop before you rely on it.",
              {
                said: formatMoney({ amount: receipt.amount, currency: said }, locale),
                listed: formatMoney(listed, locale),
              },
            ),
          },
        ]
      : []),
    ...(others.length > 0
      ? [
          {
            title: t("This receipt belongs to another payment"),
            text: t("What it says of its payment is not what the service lists."),
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
