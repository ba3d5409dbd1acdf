import { isolated, printedText } from "#components/receipts/printed-text.ts";
import type { PlainSentence, Sentence, Translate } from "#lib/languages/translate.ts";
import type { Seal } from "#lib/wallet/check-seal.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import type { Recognition } from "#lib/wallet/recognize-signer.ts";
import { formatDate } from "./describe-alarms.ts";

/** What is proven about a receipt, in words, whatever shows them. */
export type VerdictWords = {
  tone: "good" | "note" | "warning";
  title: string;
  paragraphs: { text: string; isPlain: boolean }[];
  /** RFC 7638 thumbprints of keys that it was sealed for. */
  sealedFor?: { label: string; keys: readonly string[] } | undefined;
  /** That of the key that signed it. */
  signedWith?: string;
};

type Reader = {
  /** The receipt's own text: a signature shows which key signed, not whose it is. */
  name: string;
  /** BCP 47. */
  locale: string;
  t: Translate;
};

/** Of a receipt that nothing contradicts; empty where nothing was claimed. */
export function describeVerdict(verdict: Verdict, reader: Reader): VerdictWords[] {
  const name = isolated(printedText(reader.name));
  const words = [
    describeOddSeal(verdict.seal, reader.t),
    describeSeal(verdict, { ...reader, name }),
  ];
  return words.filter((one) => one !== undefined);
}

/** What is odd about the seal, and may have an innocent reason. */
function describeOddSeal({ state }: Pick<Seal, "state">, t: Translate): VerdictWords | undefined {
  switch (state) {
    case "unclaimed":
      return {
        tone: "warning",
        title: t("Nothing in it shows that it was sealed at the till"),
        paragraphs: [
          muted(
            t(
              "The service says that it was. The receipt itself does not say so: it may have been read and sealed again on its way.",
            ),
          ),
        ],
      };
    case "needless_escrow":
      return {
        tone: "warning",
        title: t("Sealed for escrow, although this card was in your wallet"),
        paragraphs: [
          muted(
            t(
              "A till without a network seals like this. If the shop was online, it may have been given the wrong key.",
            ),
          ),
        ],
      };
    default:
      return undefined;
  }
}

function describeSeal(verdict: Verdict, reader: Reader): VerdictWords | undefined {
  const { t } = reader;
  const { isShopUnread, seal, signature, signer } = verdict;
  const lead = leads[seal.state];
  const recipients = describeRecipients(seal, t);
  if (signature?.state === "unsupported") {
    return {
      tone: "warning",
      title: t(lead?.unchecked ?? "This browser cannot check the signature"),
      paragraphs: [
        plain(
          t("The receipt is signed with Ed25519, which this browser lacks. Update it to check."),
        ),
        ...recipients.paragraphs,
      ],
      sealedFor: recipients.sealedFor,
    };
  }
  if (signature?.state === "valid") {
    // An alarm, before the paper.
    if (signer?.kind === "new_key") return undefined;
    const { title, text } = describeSigner(signer, { ...reader, lead });
    const { madeUp, thumbprint } = signature;
    const notSigned = t("Not signed, because made up: {fields}.", {
      fields: new Intl.ListFormat(t.language, { type: "conjunction" }).format(madeUp),
    });
    return {
      tone: worseTone(signerTones[signer?.kind ?? "unknown"], toneOfSeal(seal)),
      title,
      paragraphs: [
        muted(text),
        ...recipients.paragraphs,
        ...(madeUp.length > 0 ? [muted(notSigned)] : []),
      ],
      sealedFor: recipients.sealedFor,
      signedWith: thumbprint,
    };
  }
  if (isShopUnread) {
    const unproven = t(
      "It says that it was sealed at the till. Without a signature nothing proves that.",
    );
    return {
      tone: "warning",
      title: t("Not signed, and this wallet cannot look up its shop"),
      paragraphs: [
        muted(
          t(
            "This device could not read which shops have signed before. If {shop} has, this receipt may not be from there.",
            { shop: reader.name },
          ),
        ),
        ...(lead ? [muted(unproven)] : []),
        ...recipients.paragraphs,
      ],
      sealedFor: recipients.sealedFor,
    };
  }
  if (lead === undefined) return undefined;
  return {
    tone: worseTone("note", toneOfSeal(seal)),
    title: t(lead.unsigned),
    paragraphs: [
      muted(
        t(
          "The shop did not sign it. So nothing proves that it is still as the till sealed it, or that the service could not read it.",
        ),
      ),
      ...recipients.paragraphs,
    ],
    sealedFor: recipients.sealedFor,
  };
}

/** The titles of a receipt that was sealed at the till, by what is known of its signature. */
type Titles = Record<"unsigned" | "unchecked" | "first" | "unknown", PlainSentence> & {
  seen: Extract<Sentence, `Sealed at the till${string}since {date}`>;
};

const forEscrow: Titles = {
  unsigned: "Sealed at the till, for escrow",
  unchecked: "Sealed at the till, for escrow, with a signature that this browser cannot check",
  first: "Sealed at the till, for escrow, signed with a key that this wallet has not seen before",
  unknown: "Sealed at the till, for escrow, signed with a key that this wallet cannot look up",
  seen: "Sealed at the till, for escrow, signed by a key that this wallet knows since {date}",
};

/** Where it was sealed, and for whom, if its signature holds; without one, it says so itself. */
const leads: Partial<Record<Seal["state"], Titles>> = {
  device: {
    unsigned: "Sealed at the till",
    unchecked:
      "Sealed at the till for this device, with a signature that this browser cannot check",
    first:
      "Sealed at the till for this device, signed with a key that this wallet has not seen before",
    unknown:
      "Sealed at the till for this device, signed with a key that this wallet cannot look up",
    seen: "Sealed at the till for this device, signed by a key that this wallet knows since {date}",
  },
  escrow: forEscrow,
  needless_escrow: forEscrow,
  unknown_key: {
    unsigned: "Sealed at the till, for a key that this wallet cannot look up",
    unchecked:
      "Sealed at the till, for a key that this wallet cannot look up, with a signature that this browser cannot check",
    first:
      "Sealed at the till, for a key that this wallet cannot look up, signed with a key that this wallet has not seen before",
    unknown:
      "Sealed at the till, for a key that this wallet cannot look up, signed with a key that this wallet cannot look up",
    seen: "Sealed at the till, for a key that this wallet cannot look up, signed by a key that this wallet knows since {date}",
  },
};

/** For whom it was sealed, where that is not this device alone. */
function describeRecipients(
  seal: Seal,
  t: Translate,
): Pick<VerdictWords, "paragraphs" | "sealedFor"> {
  switch (seal.state) {
    case "escrow":
    case "needless_escrow":
      return {
        paragraphs: [
          muted(t("Until the receipt was delivered, the service could have opened it.")),
        ],
      };
    case "unknown_key":
      return {
        paragraphs: [
          muted(
            t(
              "Once the service has listed this receipt, the wallet can say whether it was sealed for escrow.",
            ),
          ),
        ],
        sealedFor: { label: t("Fingerprint of the key"), keys: seal.sealedTo },
      };
    case "device": {
      const { others, unlisted } = seal;
      if (others.length === 0) return { paragraphs: [] };
      const devices = t.count(others.length, "1 other device", "{count} other devices");
      return {
        paragraphs: [
          unlisted.length > 0
            ? plain(
                t(
                  "Also sealed for {devices}, {unlisted} of which the service does not list. Check with your bank which devices have this card.",
                  { devices, unlisted: unlisted.length },
                ),
              )
            : muted(t("Also sealed for {devices} with this card.", { devices })),
        ],
        sealedFor: { label: t("Fingerprints of their keys"), keys: others },
      };
    }
    default:
      return { paragraphs: [] };
  }
}

const signerTones = {
  seen: "good",
  first: "note",
  other_name: "warning",
  unknown: "note",
} as const;

function toneOfSeal(seal: Seal): VerdictWords["tone"] {
  if (seal.state === "escrow" || seal.state === "needless_escrow") return "note";
  if (seal.state === "device") return seal.unlisted.length > 0 ? "warning" : "good";
  return seal.state === "unknown_key" ? "warning" : "good";
}

const tones = ["good", "note", "warning"] as const;

function worseTone(one: VerdictWords["tone"], other: VerdictWords["tone"]): VerdictWords["tone"] {
  return tones[Math.max(tones.indexOf(one), tones.indexOf(other))] ?? "warning";
}

type Shop = Reader & {
  /** What the title begins with, where it was sealed at the till. */
  lead: Titles | undefined;
};

function describeSigner(
  signer: Exclude<Recognition, { kind: "new_key" }> | undefined,
  { lead, locale, name: shop, t }: Shop,
): { title: string; text: string } {
  const claim = t("The receipt says that it is from {shop}.", { shop });
  switch (signer?.kind) {
    case "seen": {
      const date = formatDate(signer.since, locale);
      return {
        title: lead
          ? t(lead.seen, { date })
          : t("Signed by the key that this wallet knows from receipts since {date}", { date }),
        text: t("Earlier receipts from {shop} were signed with it, too.", { shop }),
      };
    }
    case "first":
      return {
        title: t(
          lead?.first ?? "Signed with a key that this wallet has not seen on an earlier receipt",
        ),
        text: `${claim} ${t("From now on this wallet knows the key.")}`,
      };
    case "other_name": {
      const former = isolated(printedText(signer.merchantName));
      return {
        title: t("Signed with a key that this wallet knows under another name"),
        text: `${claim} ${t("Earlier receipts with this key were from {shop}.", { shop: former })}`,
      };
    }
    case undefined:
      return {
        title: t(lead?.unknown ?? "Signed, with a key that this wallet cannot look up"),
        text: `${claim} ${t("This device could not read which keys it has seen before.")}`,
      };
  }
}

function muted(text: string) {
  return { text, isPlain: false };
}

function plain(text: string) {
  return { text, isPlain: true };
}
