import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import {
  cardBrandNames,
  createTestCardNumber,
  formatCardNumber,
  testCards,
  testCardsNote,
} from "#lib/wallet/card-number.ts";

/** Numbers to try the wallet with, in place of a real card. */
export function TestCards({ onPick }: { onPick: (number: string) => void }) {
  const t = useTranslate();
  return (
    <section aria-labelledby="test-cards" className="border-t border-dashed border-line pt-5">
      <h2 id="test-cards" className="font-semibold">
        {t("Just trying it out?")}
      </h2>
      <p className="mt-1 text-sm text-pretty text-muted">
        {t("A generated number is yours alone. The well-known ones may already be taken.")}
      </p>
      <Button
        look="secondary"
        onClick={() => onPick(createTestCardNumber())}
        className="mt-3 w-full"
      >
        {t("Generate a test card")}
      </Button>
      <details className="mt-3 text-sm">
        <summary className="cursor-pointer py-2 font-medium text-pine hover:text-pine-deep">
          {t("Well-known test cards of each brand")}
        </summary>
        <p className="mt-1 text-pretty text-muted">{t(testCardsNote)}</p>
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {testCards.map(({ brand, number }) => (
            <li key={number}>
              <button
                type="button"
                onClick={() => onPick(number)}
                className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-4 text-left hover:bg-slip"
              >
                <span>{cardBrandNames[brand]}</span>
                <span className="font-mono text-xs">{formatCardNumber(number)}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
