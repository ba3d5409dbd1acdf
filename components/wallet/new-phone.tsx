import { useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Later, loadOnce } from "#components/ui/later.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { useWalletSession } from "./use-wallet-session.ts";
import { VaultSection } from "./vault-section.tsx";
import { walletLink } from "./wallet-link.ts";

const loadBackupImport = loadOnce(async () => (await import("./backup-import.tsx")).BackupImport);

/** For an empty wallet whose cardholder had one elsewhere. */
export function NewPhone() {
  const t = useTranslate();
  const [isRestoring, setRestoring] = useState(false);
  return (
    <section aria-label={t("Receipts from another phone")} className="space-y-5">
      {isRestoring ? (
        <Later
          load={loadBackupImport}
          waiting={<SkeletonRows label={t("Loading the form")} rows={3} bare />}
        >
          {(BackupImport) => <BackupImport />}
        </Later>
      ) : (
        <VaultSection
          title={t("Had receipts on another phone?")}
          what={t("A backup file brings everything back.")}
        >
          <Button look="secondary" className="w-full" onClick={() => setRestoring(true)}>
            {t("Restore a backup")}
          </Button>
        </VaultSection>
      )}
      <LostPhone />
    </section>
  );
}

/** The way to the bank. A visit of the demo has no bank, and ends within the hour. */
export function LostPhone() {
  const t = useTranslate();
  const visitor = useWalletSession().data?.visitor;
  if (visitor === "visit") return null;
  return (
    <VaultSection
      title={t("Lost the old phone?")}
      what={t(
        "Your bank can let this phone take its place. It needs no card number, and never gets a key.",
      )}
    >
      <ButtonLink {...walletLink("/wallet/pair")} look="secondary" className="w-full">
        {t("Show this to your bank")}
      </ButtonLink>
    </VaultSection>
  );
}
