import { Fingerprint } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy.tsx";
import type { SealedAt } from "#lib/terminal/payment-answer.ts";
import { shortenHash } from "#lib/terminal/request-lines.ts";
import { formatCardNumber } from "#lib/wallet/card-number.ts";
import type { CardChoice, PickedCard } from "./use-card.ts";

type RecipientNoteProps = Pick<CardChoice, "walletCards"> & {
  card: PickedCard;
  sealedAt: SealedAt;
};

/** What the payment will send of the customer, and what stays on the page. */
export function RecipientNote({ card, walletCards, sealedAt }: RecipientNoteProps) {
  const isInWallet =
    card.kind !== "phone_number" &&
    walletCards.some(({ testNumber }) => testNumber === card.testNumber);
  return (
    <div
      role="status"
      className="flex gap-3 border border-dashed border-line bg-copy px-4 py-3 text-sm"
    >
      <Fingerprint
        aria-hidden="true"
        className="mt-0.5 size-5 shrink-0 text-pine"
        strokeWidth={1.5}
      />
      <div className="min-w-0 space-y-1">
        <Sent card={card} sealedAt={sealedAt} />
        <Kept card={card} isInWallet={isInWallet} />
      </div>
    </div>
  );
}

function Sent({ card, sealedAt }: Pick<RecipientNoteProps, "card" | "sealedAt">) {
  const { recipientHashedPan, recipientHashedPar, recipientHashedPhone } = card.recipient;
  switch (card.kind) {
    case "card":
      return (
        <p>
          Hashed on this page. The number never leaves it: the payment sends{" "}
          {sealedAt === "till" ? "" : "its last four digits, its brand, and "}
          <Hash hash={recipientHashedPan} />
        </p>
      );
    case "device":
      return (
        <>
          <p>
            Hashed on this page. The payment sends a device number that the shop has never seen, and
            the account reference:
          </p>
          <p>
            device number ending in <span data-stored="receipt.card">{card.last4}</span> as{" "}
            <Hash hash={recipientHashedPan} />,{" "}
            <span className="inline-block">
              PAR as <Hash hash={recipientHashedPar} />
            </span>
          </p>
        </>
      );
    case "phone_number":
      return (
        <p>
          Hashed on this page. The phone number never leaves it: the payment sends{" "}
          <Hash hash={recipientHashedPhone} />
        </p>
      );
  }
}

function Hash({ hash = "" }: { hash: string | undefined }) {
  return (
    <code data-stored="cardholder.card_index" className="font-mono text-xs">
      SHA-256 {shortenHash(hash)}
    </code>
  );
}

/** What of it is still here, and where its receipts go. */
function Kept({ card, isInWallet }: { card: PickedCard; isInWallet: boolean }): ReactNode {
  if (card.kind === "phone_number") {
    return (
      <p className="text-xs text-muted">
        The number you typed is gone. The receipt goes to the wallet where it is registered, and
        says nothing about the card.
      </p>
    );
  }
  if (card.testNumber === undefined) {
    return (
      <p className="text-xs text-muted">
        The number you typed is gone; its last digits{" "}
        <span data-stored="receipt.card">{card.last4}</span> are sealed in the receipt.
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-muted">
      <span data-stored="cardholder.card_index" className="font-mono text-xs text-ink">
        {formatCardNumber(card.testNumber)}
      </span>
      <CopyButton text={card.testNumber} label="card number" />
      <span className="text-xs">
        {isInWallet
          ? "It is in this browser’s wallet: the receipt arrives there."
          : "Add it to an issuer’s wallet, and its receipts arrive there."}
      </span>
    </p>
  );
}
