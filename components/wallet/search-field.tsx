import { Search } from "lucide-react";
import { useId } from "react";
import { useTranslate } from "#components/ui/use-translate.ts";

type SearchFieldProps = { value: string; onChange: (text: string) => void };

/** Says where it searches, once it is used. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const t = useTranslate();
  const hint = useId();
  return (
    <div>
      <label className="flex min-h-11 items-center gap-2.5 border border-edge bg-slip px-3 focus-within:outline-2 focus-within:outline-offset-3 focus-within:outline-pine">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="sr-only">{t("Search receipts on this device")}</span>
        <input
          type="search"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={hint}
          placeholder={t("Search")}
          className="w-full bg-transparent py-2 text-base outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:grayscale"
        />
      </label>
      <p id={hint} className={value === "" ? "sr-only" : "mt-1.5 text-xs text-muted"}>
        {t(
          "Searched on this device: shop, items, tags, and notes of opened receipts; amount, month, and number of all.",
        )}
      </p>
    </div>
  );
}
