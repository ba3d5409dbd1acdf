import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { FailureNote } from "./failure-note.tsx";
import { useNameCard } from "./use-cards.ts";

/** The cardholder's own name for a card, which stays on this device. */
export function CardName({ card: { cardId, name = "" } }: { card: StoredCard }) {
  const t = useTranslate();
  const { mutate, error, isPending } = useNameCard(cardId);
  const [typed, setTyped] = useState(name);

  function submit(event: FormEvent): void {
    event.preventDefault();
    mutate(typed);
  }

  return (
    <form onSubmit={submit} className="space-y-2">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow basis-40">
          <TextField
            label={t("Name on this device")}
            autoComplete="off"
            maxLength={40}
            placeholder={t("Groceries")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" look="secondary" pending={isPending} disabled={typed.trim() === name}>
          {t("Save")}
        </Button>
      </div>
      <FailureNote error={error} />
    </form>
  );
}
