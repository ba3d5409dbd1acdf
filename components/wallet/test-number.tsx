import { ArrowUpRight } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { VISIT } from "#lib/accounts/contract-wallet.ts";
import { formatCardNumber } from "#lib/wallet/card-number.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";

/** The number of a test card, and the way to the terminal with it. Nothing for other cards. */
export function TestNumber({
  card: { cardId, testNumber, session },
}: {
  card: Pick<StoredCard, "cardId" | "testNumber" | "session">;
}) {
  const t = useTranslate();
  if (testNumber === undefined) return null;
  return (
    <section
      aria-label={t("Test card number")}
      className="space-y-3 border border-dashed border-line bg-copy px-4 py-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="min-w-0">
          <span className="block text-sm text-muted">{t("Test card number")}</span>
          <span className="font-mono text-sm">{formatCardNumber(testNumber)}</span>
        </p>
        <CopyButton text={testNumber} label={t("card number")}>
          {t("Copy")}
        </CopyButton>
      </div>
      {/* The terminal is for members. In a tab of its own, so that the receipt is seen to arrive here. */}
      {session === VISIT ? null : (
        <ButtonLink
          href={`/terminal?card=${cardId}`}
          prefetch={false}
          target="_blank"
          look="secondary"
          className="w-full"
        >
          {t("Pay with this card at the terminal")}
          <ArrowUpRight aria-hidden="true" className="size-4" />
          <span className="sr-only">{t(", in a new tab")}</span>
        </ButtonLink>
      )}
    </section>
  );
}
