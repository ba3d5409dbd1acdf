"use client";

import { useMutation } from "@tanstack/react-query";
import { ArrowLeft, RefreshCw, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { keyKindOf } from "#lib/crypto/recipient-key.ts";
import { removeCard } from "#lib/wallet/cards.ts";
import { describeFailure } from "#lib/wallet/describe-failure.ts";
import type { StoredCard, StoredKey } from "#lib/wallet/device-store.ts";
import { stopPushOfCard } from "#lib/wallet/push.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { CardFace } from "./card-face.tsx";
import { CardIdentifiers } from "./card-identifiers.tsx";
import { CardName } from "./card-name.tsx";
import { describeCard } from "./card-title.ts";
import { FailureNote } from "./failure-note.tsx";
import { KeyKindField } from "./key-kind-field.tsx";
import { KeyWords } from "./key-words.tsx";
import { formatDay } from "./refund-links.tsx";
import { TestNumber } from "./test-number.tsx";
import { useDropKey, useRotateCardKey } from "./use-cards.ts";
import { useLocale } from "./use-locale.ts";
import { WalletGate } from "./wallet-gate.tsx";
import { walletLink } from "./wallet-link.ts";

export function CardScreen({ cardId }: { cardId: string }) {
  const t = useTranslate();
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-6">
          <Link
            {...walletLink("/wallet/cards")}
            className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-pine hover:text-pine-deep"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {t("All cards")}
          </Link>
          <CardDetails card={cards.find((card) => card.cardId === cardId)} />
        </div>
      )}
    </WalletGate>
  );
}

function CardDetails({ card }: { card: StoredCard | undefined }) {
  const t = useTranslate();
  if (!card) return <p className="text-muted">{t("This card is not on this device.")}</p>;
  return (
    <>
      <h1 className="sr-only">{t("Your {card}", { card: describeCard(card, t) })}</h1>
      <CardFace card={card} />
      <CardName card={card} />
      {card.userId === null ? (
        <p className="text-sm text-pretty text-muted">
          {t(
            "The service did not answer when this card was added. Add it again with its number: the key created for it is used again.",
          )}
        </p>
      ) : (
        <>
          <TestNumber card={card} />
          <CardIdentifiers card={card} userId={card.userId} />
          <CardKeys card={card} />
        </>
      )}
      <RemoveCard card={card} />
    </>
  );
}

function CardKeys({ card }: { card: StoredCard }) {
  const t = useTranslate();
  const { mutate, error, isPending } = useRotateCardKey(card.cardId);
  const declined = error instanceof WalletError && error.reason === "consent_declined";
  const current = card.keys.find(({ state }) => state === "current");
  const [keyKind, setKeyKind] = useState(current ? keyKindOf(current.publicKey) : "RSA-2048");
  const keys = card.keys.filter(({ state }) => state !== "pending").toReversed();
  return (
    <section className="space-y-4">
      <h2 className="text-lg font-semibold">{t("Keys on this device")}</h2>
      <ul className="space-y-4">
        {keys.map((key) => (
          <li key={key.keyId}>
            <CardKey cardId={card.cardId} stored={key} />
          </li>
        ))}
      </ul>
      {declined ? null : <FailureNote error={error} retry={() => mutate(keyKind)} />}
      <KeyKindField
        label={t("Type of a new key")}
        value={keyKind}
        disabled={isPending}
        onChange={setKeyKind}
      />
      <Button look="secondary" icon={RefreshCw} pending={isPending} onClick={() => mutate(keyKind)}>
        {t("Create a new key")}
      </Button>
    </section>
  );
}

/** One key of a card: its words, and for an old key the option to delete it. */
function CardKey({ cardId, stored }: { cardId: string; stored: StoredKey }) {
  const t = useTranslate();
  const locale = useLocale();
  const { keyId, publicKey, state, createdAt } = stored;
  return (
    <article className="border border-line bg-slip p-4">
      <p className="flex justify-between gap-4 text-sm">
        <span>
          <span className="font-medium">
            {state === "current" ? t("In use") : t("For older receipts")}
          </span>{" "}
          <span className="text-muted">{keyKindOf(publicKey)}</span>
        </span>
        <span className="text-muted">
          {t("created {date}", { date: formatDay(createdAt, locale) })}
        </span>
      </p>
      <div className="mt-3">
        <KeyWords publicKey={publicKey} />
      </div>
      <p className="mt-2 flex items-center justify-between gap-2">
        <span className="font-mono text-2xs break-all text-muted">{keyId}</span>
        <CopyButton text={keyId} label={t("key id")} />
      </p>
      {state === "retired" ? <DropKey cardId={cardId} keyId={keyId} /> : null}
    </article>
  );
}

function DropKey({ cardId, keyId }: { cardId: string; keyId: string }) {
  const t = useTranslate();
  const { mutate, error, isPending } = useDropKey(cardId);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mt-3 space-y-3">
      <FailureNote error={error} />
      {isAsking ? (
        <>
          <p className="text-sm text-pretty">
            {t(
              "Receipts sealed to this key will no longer open on this device. Only a backup can bring it back.",
            )}
          </p>
          <div className="flex gap-2">
            <Button look="danger" size="small" pending={isPending} onClick={() => mutate(keyId)}>
              {t("Delete the key")}
            </Button>
            <Button look="secondary" size="small" onClick={() => setAsking(false)}>
              {t("Keep it")}
            </Button>
          </div>
        </>
      ) : (
        <Button look="secondary" size="small" onClick={() => setAsking(true)}>
          {t("Delete from this device")}
        </Button>
      )}
    </div>
  );
}

/** Removes one card from this device, also one that was erased by the service. */
function RemoveCard({ card }: { card: StoredCard }) {
  const t = useTranslate();
  const { cardId } = card;
  const [isAsking, setAsking] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    networkMode: "always",
    mutationFn: async () => {
      await stopPushOfCard(card).catch(() => undefined);
      await removeCard(cardId);
    },
    // A new document, so that nothing that was opened with its keys stays in memory.
    onSuccess: () => window.location.assign("/wallet/cards"),
  });
  return (
    <div className="border-t border-line pt-6">
      <Button look="secondary" icon={Trash2} onClick={() => setAsking(true)}>
        {t("Remove this card")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => {
          reset();
          setAsking(open);
        }}
        title={t("Remove the {card}?", { card: describeCard(card, t) })}
        confirmLabel={t("Remove the card")}
        onConfirm={() => mutate()}
        pending={isPending}
        error={error ? describeFailure("storage_failed", t).title : undefined}
      >
        <p>
          {t(
            "Its keys and its kept receipts are deleted from this device, and only a backup file can bring the keys back. Without one, its receipts can never be opened again. Nothing changes at the service.",
          )}
        </p>
      </ConfirmDialog>
    </div>
  );
}
