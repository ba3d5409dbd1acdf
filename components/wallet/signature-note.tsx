import type { ReactNode } from "react";
import { Callout } from "#components/ui/callout.tsx";
import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { Recognition } from "#lib/wallet/recognize-signer.ts";
import { useLocale } from "./use-locale.ts";
import { useSignature } from "./use-signature.ts";

type SignatureNoteProps = {
  paymentId: string;
  receipt: OpenedReceipt;
  environment: AnyEnvironment | undefined;
  receiptAt: string | undefined;
};

/** Whether the merchant signed what the receipt says; nothing where it carries no signature. */
export function SignatureNote(props: SignatureNoteProps) {
  const check = useSignature(props);
  if (!check) return null;
  if (check.state === "unsupported") {
    return (
      <Callout tone="warning" title="This browser cannot check the signature">
        <p>The receipt is signed with Ed25519, which this browser lacks. Update it to check.</p>
      </Callout>
    );
  }
  if (check.state === "broken") return <Broken differs={check.differs} />;

  const { signer, thumbprint, madeUp } = check;
  return (
    <Callout tone={tones[signer?.kind ?? "unknown"]}>
      <Signer signer={signer} name={props.receipt.merchantName} />
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

const tones = {
  seen: "good",
  first: "note",
  new_key: "warning",
  other_name: "warning",
  unknown: "note",
} as const;

type SignerProps = { signer: Recognition | undefined; name: string };

/** The name is the receipt's own text: a signature shows which key signed, not whose it is. */
function Signer({ signer, name }: SignerProps) {
  const locale = useLocale();
  const claim = (
    <>
      The receipt says that it is from <bdi>{name}</bdi>.
    </>
  );
  switch (signer?.kind) {
    case "seen":
      return (
        <Says
          title={`Signed by the key that this wallet knows from receipts since ${formatDate(signer.since, locale)}`}
        >
          Earlier receipts from <bdi>{name}</bdi> were signed with it, too.
        </Says>
      );
    case "first":
      return (
        <Says title="Signed with a key that this wallet has not seen on an earlier receipt">
          {claim} From now on this wallet knows the key.
        </Says>
      );
    case "new_key":
      return (
        <Says title="Signed with a new key">
          {claim} Earlier receipts under this name were signed with another key. Shops change keys
          now and then; if in doubt, ask the shop.
        </Says>
      );
    case "other_name":
      return (
        <Says title="Signed with a key that this wallet knows under another name">
          {claim} Earlier receipts with this key were from <bdi>{signer.merchantName}</bdi>.
        </Says>
      );
    case undefined:
      return (
        <Says title="Signed, with a key that this wallet cannot look up">
          {claim} This device could not read which keys it has seen before.
        </Says>
      );
  }
}

function Says({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="font-medium">{title}</p>
      <p className="text-muted">{children}</p>
    </>
  );
}

const MAX_NAMED = 6;

function Broken({ differs }: { differs: string[] }) {
  const [named, more] = [differs.slice(0, MAX_NAMED), differs.length - MAX_NAMED];
  return (
    <Callout tone="alarm" title="The signature does not match">
      <p>
        This receipt carries a merchant’s signature, but the merchant did not sign what it says. Do
        not rely on it.
      </p>
      {named.length > 0 ? (
        <p>
          Differs in{" "}
          {named.map((field, place) => (
            <span key={field}>
              {place > 0 ? ", " : ""}
              <code className="font-mono text-xs wrap-anywhere">{field.slice(0, 64)}</code>
            </span>
          ))}
          {more > 0 ? ` and ${more} more` : ""}.
        </p>
      ) : null}
    </Callout>
  );
}

function formatDate(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(new Date(at));
}
