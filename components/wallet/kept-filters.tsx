import type { ReactNode } from "react";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";

export type KeptFilter = "business" | "warranty";

type KeptFiltersProps = {
  /** Those that something could be found with. */
  offered: readonly KeptFilter[];
  chosen: ReadonlySet<KeptFilter>;
  onChange: (chosen: ReadonlySet<KeptFilter>) => void;
};

/** Narrows the list to what was noted about kept receipts. Renders nothing while nothing was. */
export function KeptFilters({ offered, chosen, onChange }: KeptFiltersProps) {
  const t = useTranslate();
  if (offered.length === 0) return null;

  function toggle(filter: KeptFilter): void {
    const others = new Set(chosen);
    if (!others.delete(filter)) others.add(filter);
    onChange(others);
  }

  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{t("Show only")}</legend>
      {offered.map((filter) => (
        <Toggle key={filter} pressed={chosen.has(filter)} onToggle={() => toggle(filter)}>
          {t(names[filter])}
        </Toggle>
      ))}
    </fieldset>
  );
}

const names: Record<KeptFilter, PlainSentence> = { business: "Business", warranty: "Warranty" };

type ToggleProps = { pressed: boolean; onToggle: () => void; children: ReactNode };

function Toggle({ pressed, onToggle, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onToggle}
      className="min-h-11 cursor-pointer border border-edge bg-slip px-3 text-sm text-muted hover:text-ink aria-pressed:border-pine aria-pressed:bg-pine aria-pressed:font-medium aria-pressed:text-on-pine md:min-h-9"
    >
      {children}
    </button>
  );
}
