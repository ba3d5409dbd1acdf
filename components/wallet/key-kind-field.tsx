import { SelectField } from "#components/ui/select-field.tsx";
import { type KeyKind, keyKinds } from "#lib/crypto/recipient-key.ts";

type KeyKindFieldProps = {
  label?: string;
  value: KeyKind;
  disabled: boolean;
  onChange: (kind: KeyKind) => void;
};

/** Which key a card gets; this wallet opens receipts with either. */
export function KeyKindField({ label = "Key type", value, disabled, onChange }: KeyKindFieldProps) {
  return (
    <SelectField
      label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(keyKinds.find((kind) => kind === event.target.value) ?? value)}
      options={keyKinds.map((kind) => ({ value: kind, label: words[kind] }))}
    />
  );
}

const words: Record<KeyKind, string> = {
  "RSA-2048": "Standard (RSA)",
  "P-256": "Compatible with phone hardware (P-256)",
};
