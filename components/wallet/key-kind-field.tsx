import { SelectField } from "#components/ui/select-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { type KeyKind, keyKinds } from "#lib/crypto/recipient-key.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";

type KeyKindFieldProps = {
  label?: string;
  value: KeyKind;
  disabled: boolean;
  onChange: (kind: KeyKind) => void;
};

/** Which key a card gets; this wallet opens receipts with either. */
export function KeyKindField({ label, value, disabled, onChange }: KeyKindFieldProps) {
  const t = useTranslate();
  return (
    <SelectField
      label={label ?? t("Key type")}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(keyKinds.find((kind) => kind === event.target.value) ?? value)}
      options={keyKinds.map((kind) => ({ value: kind, label: t(words[kind]) }))}
    />
  );
}

const words: Record<KeyKind, PlainSentence> = {
  "RSA-2048": "Standard (RSA)",
  "P-256": "Compatible with phone hardware (P-256)",
};
