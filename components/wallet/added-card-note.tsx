import { ButtonLink } from "#components/ui/button-link.tsx";
import type { AddedCard } from "#lib/wallet/add-card.ts";
import { CardFace } from "./card-face.tsx";
import { KeyWords } from "./key-words.tsx";
import { walletLink } from "./wallet-link.ts";

/** The moment after: the card, its key, and what has been waiting for both. */
export function AddedCardNote({ added: { card, deliveredReceipts } }: { added: AddedCard }) {
  const key = card.keys.find(({ state }) => state === "current");
  return (
    <div className="space-y-5">
      <div role="status">
        <h1 className="text-3xl font-medium tracking-tight text-balance">
          {deliveredReceipts === 0 ? "Your card is ready" : sayWaiting(deliveredReceipts)}
        </h1>
        <p className="mt-3 text-pretty text-muted">
          {deliveredReceipts === 0
            ? "What it pays for from now on is sealed to the key on this device."
            : "They were held in escrow since the card paid. Now they are sealed to the key on this device, and the escrow’s own copy of their keys is destroyed."}
        </p>
      </div>
      <CardFace card={card} />
      {key ? (
        <section>
          <h2 className="text-sm font-semibold">Its key, in words</h2>
          <p className="mt-1 mb-3 text-sm text-pretty text-muted">
            Your bank’s console shows the same eight words.
          </p>
          <KeyWords publicKey={key.publicKey} />
        </section>
      ) : null}
      <ButtonLink {...walletLink("/wallet")} className="w-full">
        {deliveredReceipts === 0 ? "Go to the receipts" : "See what waited"}
      </ButtonLink>
    </div>
  );
}

function sayWaiting(count: number): string {
  return count === 1
    ? "1 receipt was waiting for you"
    : `${count.toLocaleString("en-US")} receipts were waiting for you`;
}
