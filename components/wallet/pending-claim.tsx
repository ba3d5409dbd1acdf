import { ScanLine } from "lucide-react";
import { useState } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { readClaim } from "#lib/wallet/pending-claim.ts";
import { walletLink } from "./wallet-link.ts";

/** Leads back to the code of a link that was opened before this wallet had a card. */
export function PendingClaim() {
  const t = useTranslate();
  const [code] = useState(readClaim);
  if (!code) return null;
  return (
    <Callout title={t("A receipt is waiting for its card")}>
      <p className="text-muted">{t("You opened its link, and its code is kept in this tab.")}</p>
      <p className="pt-2">
        <ButtonLink {...walletLink("/wallet/claim")} look="secondary" size="small" icon={ScanLine}>
          {t("Add it now")}
        </ButtonLink>
      </p>
    </Callout>
  );
}
