import { useEffect } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { recoverFocus } from "#components/ui/recover-focus.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { CardFace } from "./card-face.tsx";
import { CardName } from "./card-name.tsx";
import { walletLink } from "./wallet-link.ts";

/** The bank has approved this phone. */
export function Paired({ card }: { card: StoredCard }) {
  const t = useTranslate();
  useEffect(() => recoverFocus(), []);
  return (
    <div className="space-y-6">
      <div role="status">
        <h1 className="text-3xl font-medium tracking-tight text-balance">
          {t("This phone has your card now")}
        </h1>
        <p className="mt-3 text-pretty text-muted">
          {t(
            "New receipts open here. Past ones are in the list, sealed to the lost phone’s key: a backup file opens them here, or another device of yours there.",
          )}
        </p>
      </div>
      <CardFace card={card} />
      <CardName card={card} />
      <div className="space-y-3">
        <ButtonLink {...walletLink("/wallet")} className="w-full">
          {t("Go to the receipts")}
        </ButtonLink>
        <ButtonLink {...walletLink("/wallet/vault")} look="secondary" className="w-full">
          {t("Restore a backup")}
        </ButtonLink>
      </div>
    </div>
  );
}
