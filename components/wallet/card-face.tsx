import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { titleCard } from "./card-title.ts";

/** Everything this device knows about a card, drawn as a card. */
export function CardFace({ card }: { card: StoredCard }) {
  const t = useTranslate();
  return (
    <div className="flex aspect-[1.75] max-h-56 w-full flex-col justify-between rounded-xl bg-pine p-5 text-on-pine">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
        <span data-stored="wallet.card_name" className="line-clamp-2 min-w-0 wrap-anywhere">
          {titleCard(card, t)}
        </span>
        {card.userId === null ? <span className="text-sm">{t("not finished")}</span> : null}
      </p>
      <p className="font-mono text-lg tracking-widest max-[22rem]:tracking-normal">
        {card.last4 === "" ? null : <span className="sr-only">{t("ends in")} </span>}
        <span aria-hidden="true">•••• •••• •••• {card.last4 === "" ? "••••" : null}</span>
        <span data-stored="wallet.card_digits">{card.last4}</span>
      </p>
    </div>
  );
}
