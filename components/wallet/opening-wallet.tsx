import { SkeletonRows } from "#components/ui/states.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";

/** Shown until the device and the session have been read. */
export function OpeningWallet() {
  const t = useTranslate();
  return (
    <>
      <h1 className="sr-only">{t("Wallet")}</h1>
      <SkeletonRows label={t("Opening the wallet")} rows={4} bare />
    </>
  );
}
