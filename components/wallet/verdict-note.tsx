import type { ReactNode } from "react";
import { Callout } from "#components/ui/callout.tsx";
import type { Seal } from "#lib/wallet/check-seal.ts";
import type { Verdict } from "#lib/wallet/judge-receipt.ts";
import type { Recognition } from "#lib/wallet/recognize-signer.ts";
import { formatDate } from "./describe-alarms.ts";
import { useLocale } from "./use-locale.ts";
import { Fingerprints } from "./verdict-alarms.tsx";

type VerdictNoteProps = {
  verdict: Verdict;
  /** The receipt's own text: a signature shows which key signed, not whose it is. */
  name: string;
};

/** What is proven about an opened receipt that nothing contradicts; nothing where nothing was claimed. */
export function VerdictNote({ verdict, name }: VerdictNoteProps) {
  return (
    <>
      <SealWarning state={verdict.seal.state} />
      <SealNote verdict={verdict} name={name} />
    </>
  );
}

/** What is odd about the seal, and may have an innocent reason. */
function SealWarning({ state }: Pick<Seal, "state">) {
  switch (state) {
    case "unclaimed":
      return (
        <Callout tone="warning" title="Nothing in it shows that it was sealed at the till">
          <p className="text-muted">
            The service says that it was. The receipt itself does not say so: it may have been read
            and sealed again on its way.
          </p>
        </Callout>
      );
    case "needless_escrow":
      return (
        <Callout tone="warning" title="Sealed for escrow, although this card was in your wallet">
          <p className="text-muted">
            A till without a network seals like this. If the shop was online, it may have been given
            the wrong key.
          </p>
        </Callout>
      );
    default:
      return null;
  }
}

function SealNote({ verdict, name }: VerdictNoteProps) {
  const { isShopUnread, seal, signature, signer } = verdict;
  const lead = leads[seal.state];
  if (signature?.state === "unsupported") {
    return (
      <Callout
        tone="warning"
        title={
          lead
            ? `${lead}, with a signature that this browser cannot check`
            : "This browser cannot check the signature"
        }
      >
        <p>The receipt is signed with Ed25519, which this browser lacks. Update it to check.</p>
        <Recipients seal={seal} />
      </Callout>
    );
  }
  if (signature?.state === "valid") {
    const { thumbprint, madeUp } = signature;
    return (
      <Callout tone={worseTone(signerTones[signer?.kind ?? "unknown"], toneOfSeal(seal))}>
        <Signer signer={signer} name={name} lead={lead} />
        <Recipients seal={seal} />
        {madeUp.length > 0 ? (
          <p className="text-muted">Not signed, because made up: {madeUp.join(" and ")}.</p>
        ) : null}
        <p className="text-muted">
          Key fingerprint{" "}
          <code className="block font-mono text-xs text-ink wrap-anywhere">{thumbprint}</code>
        </p>
      </Callout>
    );
  }
  if (isShopUnread) {
    return (
      <Callout tone="warning" title="Not signed, and this wallet cannot look up its shop">
        <p className="text-muted">
          This device could not read which shops have signed before. If <bdi>{name}</bdi> has, this
          receipt may not be from there.
        </p>
        {lead ? (
          <p className="text-muted">
            It says that it was sealed at the till. Without a signature nothing proves that.
          </p>
        ) : null}
        <Recipients seal={seal} />
      </Callout>
    );
  }
  if (lead === undefined) return null;
  return (
    <Callout tone={worseTone("note", toneOfSeal(seal))} title={unsignedTitles[seal.state] ?? lead}>
      <p className="text-muted">
        The shop did not sign it. So nothing proves that it is still as the till sealed it, or that
        the service could not read it.
      </p>
      <Recipients seal={seal} />
    </Callout>
  );
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
function Recipients({ seal }: { seal: Seal }) {
  if (seal.state === "escrow" || seal.state === "needless_escrow") {
    return (
      <p className="text-muted">
        Until the receipt was delivered, the service could have opened it.
      </p>
    );
  }
  if (seal.state === "unknown_key") {
    return (
      <>
        <p className="text-muted">
          Once the service has listed this receipt, the wallet can say whether it was sealed for
          escrow.
        </p>
        <Fingerprints keys={seal.sealedTo} label="Fingerprint of the key" />
      </>
    );
  }
  if (seal.state !== "device" || seal.others.length === 0) return null;
  const { others, unlisted } = seal;
  return (
    <>
      {unlisted.length > 0 ? (
        <p>
          Also sealed for {count(others)}, {unlisted.length} of which the service does not list.
          Check with your bank which devices have this card.
        </p>
      ) : (
        <p className="text-muted">Also sealed for {count(others)} with this card.</p>
      )}
      <Fingerprints keys={others} label="Fingerprints of their keys" />
    </>
  );
}

function count({ length }: readonly string[]): string {
  return length === 1 ? "1 other device" : `${length} other devices`;
}

const signerTones = {
  seen: "good",
  first: "note",
  new_key: "warning",
  other_name: "warning",
  unknown: "note",
} as const;

type Tone = "good" | "note" | "warning";

function toneOfSeal(seal: Seal): Tone {
  if (seal.state === "escrow" || seal.state === "needless_escrow") return "note";
  if (seal.state === "device") return seal.unlisted.length > 0 ? "warning" : "good";
  return seal.state === "unknown_key" ? "warning" : "good";
}

function worseTone(one: Tone, other: Tone): Tone {
  const tones = ["good", "note", "warning"] as const;
  return tones[Math.max(tones.indexOf(one), tones.indexOf(other))] ?? "warning";
}

type SignerProps = {
  signer: Recognition | undefined;
  name: string;
  /** What the title begins with, where it was sealed at the till. */
  lead: string | undefined;
};

function Signer({ signer, name, lead }: SignerProps) {
  const locale = useLocale();
  const [claim, shop] = [<Claim key="claim" name={name} />, <bdi key="shop">{name}</bdi>];
  switch (signer?.kind) {
    case "seen": {
      const since = formatDate(signer.since, locale);
      return (
        <Says
          title={
            lead
              ? `${lead}, signed by a key that this wallet knows since ${since}`
              : `Signed by the key that this wallet knows from receipts since ${since}`
          }
        >
          Earlier receipts from {shop} were signed with it, too.
        </Says>
      );
    }
    case "first":
      return (
        <Says
          title={
            lead
              ? `${lead}, signed with a key that this wallet has not seen before`
              : "Signed with a key that this wallet has not seen on an earlier receipt"
          }
        >
          {claim} From now on this wallet knows the key.
        </Says>
      );
    case "new_key":
      // An alarm, before the paper.
      return null;
    case "other_name":
      return (
        <Says title="Signed with a key that this wallet knows under another name">
          {claim} Earlier receipts with this key were from <bdi>{signer.merchantName}</bdi>.
        </Says>
      );
    case undefined:
      return (
        <Says
          title={
            lead
              ? `${lead}, signed with a key that this wallet cannot look up`
              : "Signed, with a key that this wallet cannot look up"
          }
        >
          {claim} This device could not read which keys it has seen before.
        </Says>
      );
  }
}

function Claim({ name }: { name: string }) {
  return (
    <>
      The receipt says that it is from <bdi>{name}</bdi>.
    </>
  );
}

function Says({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="font-medium">{title}</p>
      <p className="text-muted">{children}</p>
    </>
  );
}
