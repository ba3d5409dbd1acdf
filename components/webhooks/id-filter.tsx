import { DraftField } from "#components/ui/draft-field.tsx";
import type { Filter } from "#components/ui/filter-chips.tsx";

type IdFilterProps = {
  /** Of the thing: "Payment". */
  label: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** The filter for one thing by its id. */
export function idFilter({ label, placeholder, value, error, onChange }: IdFilterProps): Filter {
  return {
    label,
    value,
    error,
    onRemove: () => onChange(""),
    fields: (
      <DraftField
        label={`${label} id`}
        placeholder={placeholder}
        maxLength={128}
        mono
        value={value}
        onChange={(text) => onChange(text.trim())}
      />
    ),
  };
}
