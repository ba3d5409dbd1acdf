import { isolated, printedText } from "#components/receipts/printed-text.ts";
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
};

/** Of a receipt that nothing contradicts; empty where nothing was claimed. */
export function describeVerdict(verdict: Verdict, reader: Reader): VerdictWords[] {
  const name = isolated(printedText(reader.name));
  const words = [describeOddSeal(verdict.seal), describeSeal(verdict, { ...reader, name })];
  return words.filter((one) => one !== undefined);
}

/** What is odd about the seal, and may have an innocent reason. */
function describeOddSeal({ state }: Pick<Seal, "state">): VerdictWords | undefined {
  switch (state) {
    case "unclaimed":
      return {
        tone: "warning",
        title: "Nothing in it shows that it was sealed at the till",
        paragraphs: [
          muted(
            "The service says that it was. The receipt itself does not say so: it may have been read and sealed again " +
              "on its way.",
          ),
        ],
      };
    case "needless_escrow":
      return {
        tone: "warning",
        title: "Sealed for escrow, although this card was in your wallet",
        paragraphs: [
          muted(
            "A till without a network seals like this. If the shop was online, it may have been given the wrong key.",
          ),
        ],
      };
    default:
      return undefined;
  }
}

function describeSeal(verdict: Verdict, reader: Reader): VerdictWords | undefined {
  const { isShopUnread, seal, signature, signer } = verdict;
  const lead = leads[seal.state];
  const recipients = describeRecipients(seal);
  if (signature?.state === "unsupported") {
    const unchecked = "This browser cannot check the signature";
    return {
      tone: "warning",
      title: lead ? `${lead}, with a signature that this browser cannot check` : unchecked,
      paragraphs: [
        plain("The receipt is signed with Ed25519, which this browser lacks. Update it to check."),
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
    const notSigned = `Not signed, because made up: ${madeUp.join(" and ")}.`;
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
    const unproven =
      "It says that it was sealed at the till. Without a signature nothing proves that.";
    return {
      tone: "warning",
      title: "Not signed, and this wallet cannot look up its shop",
      paragraphs: [
        muted(
          `This device could not read which shops have signed before. If ${reader.name} has, this receipt may not be ` +
            "from there.",
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
    title: unsignedTitles[seal.state] ?? lead,
    paragraphs: [
      muted(
        "The shop did not sign it. So nothing proves that it is still as the till sealed it, or that the service could " +
          "not read it.",
      ),
      ...recipients.paragraphs,
    ],
    sealedFor: recipients.sealedFor,
  };
}

/** Where it was sealed, and for whom, if its signature holds. */
const leads: Partial<Record<Seal["state"], string>> = {
  device: "Sealed at the till for this device",
  escrow: "Sealed at the till, for escrow",
  needless_escrow: "Sealed at the till, for escrow",
  unknown_key: "Sealed at the till, for a key that this wallet cannot look up",
};

/** Without a signature, it says so itself. */
const unsignedTitles: Partial<Record<Seal["state"], string>> = { device: "Sealed at the till" };

/** For whom it was sealed, where that is not this device alone. */
function describeRecipients(seal: Seal): Pick<VerdictWords, "paragraphs" | "sealedFor"> {
  switch (seal.state) {
    case "escrow":
    case "needless_escrow":
      return {
        paragraphs: [muted("Until the receipt was delivered, the service could have opened it.")],
      };
    case "unknown_key":
      return {
        paragraphs: [
          muted(
            "Once the service has listed this receipt, the wallet can say whether it was sealed for escrow.",
          ),
        ],
        sealedFor: { label: "Fingerprint of the key", keys: seal.sealedTo },
      };
    case "device": {
      const { others, unlisted } = seal;
      if (others.length === 0) return { paragraphs: [] };
      const devices = others.length === 1 ? "1 other device" : `${others.length} other devices`;
      return {
        paragraphs: [
          unlisted.length > 0
            ? plain(
                `Also sealed for ${devices}, ${unlisted.length} of which the service does not list. Check with your bank ` +
                  "which devices have this card.",
              )
            : muted(`Also sealed for ${devices} with this card.`),
        ],
        sealedFor: { label: "Fingerprints of their keys", keys: others },
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
  lead: string | undefined;
};

function describeSigner(
  signer: Exclude<Recognition, { kind: "new_key" }> | undefined,
  { lead, locale, name }: Shop,
): { title: string; text: string } {
  const claim = `The receipt says that it is from ${name}.`;
  switch (signer?.kind) {
    case "seen": {
      const since = formatDate(signer.since, locale);
      const known = `Signed by the key that this wallet knows from receipts since ${since}`;
      return {
        title: lead ? `${lead}, signed by a key that this wallet knows since ${since}` : known,
        text: `Earlier receipts from ${name} were signed with it, too.`,
      };
    }
    case "first":
      return {
        title: lead
          ? `${lead}, signed with a key that this wallet has not seen before`
          : "Signed with a key that this wallet has not seen on an earlier receipt",
        text: `${claim} From now on this wallet knows the key.`,
      };
    case "other_name": {
      const formerName = isolated(printedText(signer.merchantName));
      return {
        title: "Signed with a key that this wallet knows under another name",
        text: `${claim} Earlier receipts with this key were from ${formerName}.`,
      };
    }
    case undefined:
      return {
        title: lead
          ? `${lead}, signed with a key that this wallet cannot look up`
          : "Signed, with a key that this wallet cannot look up",
        text: `${claim} This device could not read which keys it has seen before.`,
      };
  }
}

function muted(text: string) {
  return { text, isPlain: false };
}

function plain(text: string) {
  return { text, isPlain: true };
}
