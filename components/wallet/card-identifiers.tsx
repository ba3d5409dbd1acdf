"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CreditCard, Mail, Phone, Smartphone } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/states.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { readIdentifier } from "#lib/core/identifier-text.ts";
import type { PlainSentence, Translate } from "#lib/languages/translate.ts";
import {
  type CardIdentifier,
  listCardIdentifiers,
  type RegisteredIdentifier,
  registerPhoneNumber,
  registerSamplePar,
} from "#lib/wallet/card-identifiers.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { FailureNote } from "./failure-note.tsx";
import { formatDay } from "./refund-links.tsx";
import { useLocale } from "./use-locale.ts";
import { walletKeys } from "./wallet-state.ts";

type CardIdentifiersProps = { card: StoredCard; userId: string };

/** How tills find the cardholder of a card, and the form for a phone number. */
export function CardIdentifiers({ card, userId }: CardIdentifiersProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: walletKeys.identifiers(userId),
    queryFn: () => listCardIdentifiers(card),
    retry: false,
    networkMode: "always",
  });
  return (
    <section aria-labelledby="identifiers" className="space-y-4">
      <div>
        <h2 id="identifiers" className="text-lg font-semibold">
          {t("How receipts find you")}
        </h2>
        <p className="mt-1 text-sm text-pretty text-muted">
          {t(
            "The service keeps a keyed hash of each one, never the value itself. A receipt arrives if its till sends one of them.",
          )}
        </p>
      </div>
      <FailureNote error={error} retry={() => void refetch()} />
      {data ? (
        <>
          <ul className="divide-y divide-line border-y border-line text-sm">
            {data.map((one) => (
              <Listed key={one.identifierId} identifier={one} />
            ))}
          </ul>
          {data.some(({ kind }) => kind === "par") || card.testNumber === undefined ? null : (
            <AddPar card={card} testNumber={card.testNumber} />
          )}
          <AddPhoneNumber card={card} />
        </>
      ) : error ? null : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  );
}

function Listed({ identifier: { kind, createdAt } }: { identifier: CardIdentifier }) {
  const t = useTranslate();
  const locale = useLocale();
  const { name, icon: Icon } = looks[kind];
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2.5">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="font-medium">{t(name)}</span>
      <span className="ml-auto text-muted">
        {t("since {date}", { date: formatDay(createdAt, locale) })}
      </span>
    </li>
  );
}

const looks: Record<CardIdentifier["kind"], { name: PlainSentence; icon: typeof CreditCard }> = {
  card: { name: "This card", icon: CreditCard },
  par: { name: "Phones with this card", icon: Smartphone },
  phone: { name: "A phone number", icon: Phone },
  email: { name: "An email address", icon: Mail },
  reference: { name: "Your bank’s customer number", icon: CreditCard },
};

type AddProps = Pick<CardIdentifiersProps, "card">;

/** The registration of the card went through, and this did not. */
function AddPar({ card, testNumber }: AddProps & { testNumber: string }) {
  const t = useTranslate();
  const { mutate, error, isPending } = useRegister(card, () => registerSamplePar(card, testNumber));
  return (
    <div className="space-y-3">
      <FailureNote error={error} retry={() => mutate()} />
      <Button look="secondary" icon={Smartphone} pending={isPending} onClick={() => mutate()}>
        {t("Receive purchases by phone as well")}
      </Button>
    </div>
  );
}

function AddPhoneNumber({ card }: AddProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const read = readIdentifier("phone", typed);
  const { mutate, error, isPending, data, reset } = useRegister(card, async () => {
    if (read.state === "wrong") return undefined;
    const added = await registerPhoneNumber(card, read.text);
    setTyped("");
    setSubmitted(false);
    return added;
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (read.state === "valid") mutate();
  }
  return (
    // Without a name, no form ever submits the field.
    <form onSubmit={submit} noValidate className="space-y-3">
      <TextField
        label={t("Add a phone number")}
        mono
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+1 212 555 0143"
        value={typed}
        hint={t("With a plus sign and the country code. It is hashed here and not stored.")}
        error={isSubmitted && read.state === "wrong" ? t(read.reason) : undefined}
        onChange={({ target }) => {
          reset();
          setSubmitted(false);
          setTyped(target.value);
        }}
      />
      <FailureNote error={error} retry={() => mutate()} />
      <Button type="submit" look="secondary" icon={Phone} pending={isPending}>
        {t("Add this number")}
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {data ? sayAdded(data, t) : null}
      </p>
    </form>
  );
}

function sayAdded({ deliveredReceipts, isNew }: RegisteredIdentifier, t: Translate): string {
  if (!isNew) return t("This card already has this number.");
  if (deliveredReceipts === 0) return t("Added. Receipts for this number arrive here from now on.");
  return t.count(
    deliveredReceipts,
    "Added, and 1 receipt was waiting for it.",
    "Added, and {count} receipts were waiting for it.",
  );
}

/** The cache keeps the variables of a mutation, so it gets a function instead of the number. */
function useRegister(
  { cardId, userId }: StoredCard,
  register: () => Promise<RegisteredIdentifier | undefined>,
) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: register,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: walletKeys.identifiers(userId ?? "") }),
        // Receipts that waited for it are in the list now.
        client.invalidateQueries({ queryKey: walletKeys.receipts(cardId) }),
      ]),
  });
}
