"use client";

import { useEffect, useState } from "react";
import { buttonLook } from "#components/ui/button-look.ts";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Skeleton } from "#components/ui/states.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { readClaimLink } from "#lib/core/claim-code.ts";

type State = { name: "looking" } | { name: "no_code" } | { name: "no_wallet"; code: string };

/**
 * The page behind the code that a till shows. The code is in the fragment, which no request contains, and goes on
 * to the wallet in one.
 */
export function ClaimLink() {
  const t = useTranslate();
  const [state, setState] = useState<State>({ name: "looking" });
  useEffect(() => {
    void follow(setState);
    // A second link in the same tab changes the fragment alone.
    const again = () => void follow(setState);
    window.addEventListener("hashchange", again);
    return () => window.removeEventListener("hashchange", again);
  }, []);

  if (state.name === "looking") {
    return (
      <div role="status">
        <h1 className="text-3xl font-medium tracking-tight">{t("Your receipt")}</h1>
        <span className="sr-only">{t("Looking for a wallet on this device")}</span>
        <Skeleton className="mt-5 h-24 w-full" />
      </div>
    );
  }
  if (state.name === "no_code") {
    return (
      <div className="space-y-5">
        <h1 className="text-3xl font-medium tracking-tight">{t("This link has no code")}</h1>
        <p className="text-pretty text-muted">
          {t(
            "It ends with # and the code of a receipt, which begins with clm_. Scan the code again, or open the whole link. If you have the code, you can type it in the wallet.",
          )}
        </p>
        <a href={WALLET_PATH} className={buttonLook("secondary", "regular", "w-full")}>
          {t("Type the code in the demo wallet")}
        </a>
      </div>
    );
  }
  return (
    <div className="space-y-5">
      <h1 className="text-3xl font-medium tracking-tight text-balance">
        {t("Your receipt belongs in your card’s app")}
      </h1>
      <p className="text-pretty text-muted">
        {t(
          "Open the app of the bank that issued your card, and scan this code there or paste it. Anyone who has the code can get the receipt, as with paper.",
        )}
      </p>
      <CopyField label={t("Code")} value={state.code} stored="claim_code.hash" />
      <div className="space-y-3 border-t border-dashed border-line pt-5">
        <p className="text-pretty text-muted">
          {t(
            "This service has a demo wallet, which stands in for such an app. There is none in this browser yet. If you have one on your Home Screen, paste the code there.",
          )}
        </p>
        <a href={walletPath(state.code)} className={buttonLook("secondary", "regular", "w-full")}>
          {t("Use the demo wallet here")}
        </a>
      </div>
    </div>
  );
}

/** Opens the wallet of this device with the code; where there is none, or storage is blocked, says what to do. */
async function follow(show: (state: State) => void): Promise<void> {
  const code = readClaimLink(window.location.href);
  if (code === undefined) {
    show({ name: "no_code" });
    return;
  }
  if (await hasWallet()) window.location.replace(walletPath(code));
  else show({ name: "no_wallet", code });
}

async function hasWallet(): Promise<boolean> {
  try {
    const { describeVault } = await import("#lib/wallet/vault.ts");
    return (await describeVault()).state === "ready";
  } catch {
    return false;
  }
}

/** A document of its own: this one is not the wallet's, and may not use the camera. */
const WALLET_PATH = "/wallet/claim";

function walletPath(code: string): string {
  return `${WALLET_PATH}#${code}`;
}
