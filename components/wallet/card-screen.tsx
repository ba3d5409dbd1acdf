"use client";

import { ArrowLeft, RefreshCw } from "lucide-react";
import Link from "next/link";
import { Button } from "#components/ui/button.tsx";
import type { StoredCard } from "#lib/wallet/cards.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { CardFace } from "./card-face.tsx";
import { CardKey } from "./card-key.tsx";
import { FailureNote } from "./failure-note.tsx";
import { RemoveCard } from "./remove-card.tsx";
import { useRotateKey } from "./use-rotate-key.ts";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

export function CardScreen({ cardId }: { cardId: string }) {
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-6">
          <Link
            {...walletLink("/wallet/cards")}
            className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-pine hover:text-pine-deep"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            All cards
          </Link>
          <CardDetails card={cards.find((card) => card.cardId === cardId)} />
        </div>
      )}
    </WalletGate>
  );
}

function CardDetails({ card }: { card: StoredCard | undefined }) {
  if (!card) return <p className="text-muted">There is no such card on this device.</p>;
  return (
    <>
      <h1 className="sr-only">Card that ends in {card.last4}</h1>
      <CardFace card={card} />
      {card.userId === null ? (
        <p className="text-sm text-pretty text-muted">
          The service did not answer when this card was added. Add it once more with its number: the
          key that was made for it is used again.
        </p>
      ) : (
        <CardKeys card={card} />
      )}
      <RemoveCard card={card} />
    </>
  );
}

function CardKeys({ card }: { card: StoredCard }) {
  const { mutate, error, isPending } = useRotateKey(card.cardId);
  const declined = error instanceof WalletError && error.reason === "consent_declined";
  const keys = card.keys.filter(({ state }) => state !== "pending").toReversed();
  return (
    <section className="space-y-4">
      <h2 className="text-lg font-semibold">Keys on this device</h2>
      <ul className="space-y-4">
        {keys.map((key) => (
          <li key={key.keyId}>
            <CardKey cardId={card.cardId} stored={key} />
          </li>
        ))}
      </ul>
      {declined ? null : <FailureNote error={error} retry={() => mutate()} />}
      <Button look="secondary" icon={RefreshCw} pending={isPending} onClick={() => mutate()}>
        Make a new key
      </Button>
    </section>
  );
}
