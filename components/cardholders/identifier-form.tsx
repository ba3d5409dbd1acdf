"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { useDialogHold } from "#components/ui/dialog-hold.ts";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { identifierNames } from "./identifier-names.ts";
import { type FindableKind, readTyped } from "./read-typed.ts";
import type { ReadText } from "./use-identifiers.ts";

type IdentifierFormProps<Kind> = {
  kinds: readonly [Kind, ...Kind[]];
  submitLabel: string;
  pending: boolean;
  onSubmit: (read: ReadText<Kind>) => void;
  /** What was typed is another by now. */
  onChange: () => void;
  onCancel: () => void;
  /** What came of the last attempt. */
  children: ReactNode;
};

/** An identifier to be hashed: it leaves this page as SHA-256 alone. */
export function IdentifierForm<Kind extends FindableKind>({
  kinds,
  submitLabel,
  pending,
  onSubmit,
  onChange,
  onCancel,
  children,
}: IdentifierFormProps<Kind>) {
  const [kind, setKind] = useState<Kind>(kinds[0]);
  const [typed, setTyped] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const read = readTyped(kind, typed);
  const { label, hint, placeholder, type } = fields[kind];
  useDialogHold(pending);

  function change(next: { kind?: Kind; typed: string }) {
    setKind(next.kind ?? kind);
    setTyped(next.typed);
    setSubmitted(false);
    onChange();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (read.state === "valid") onSubmit(() => ({ kind, text: read.text }));
  }
  return (
    // Without a name, no form ever submits the field.
    <form onSubmit={submit} noValidate className="space-y-4">
      <SelectField
        label="Kind"
        value={kind}
        disabled={pending}
        options={kinds.map((value) => ({ value, label: identifierNames[value] }))}
        onChange={({ target }) => {
          const chosen = kinds.find((one) => one === target.value);
          if (chosen) change({ kind: chosen, typed: "" });
        }}
      />
      <TextField
        label={label}
        autoFocus
        data-initial-focus
        type={type}
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        hint={hint}
        readOnly={pending}
        value={typed}
        error={isSubmitted && read.state === "wrong" ? read.reason : undefined}
        onChange={({ target }) => change({ typed: target.value })}
      />
      <p className="border border-dashed border-edge bg-copy px-3.5 py-3 text-sm text-muted text-pretty">
        Hashed with SHA-256 in this browser. Only the hash is sent, and the service keeps a keyed
        hash of it.
      </p>
      {children}
      <DialogActions>
        <Button look="secondary" disabled={pending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

const fields: Record<
  FindableKind,
  { label: string; hint: string; placeholder: string; type: string }
> = {
  card: {
    label: "Card number",
    hint: "Hashed in this browser: the number is never sent.",
    placeholder: "4242 4242 4242 4242",
    type: "text",
  },
  phone: {
    label: "Phone number",
    hint: "With a plus sign and the country code.",
    placeholder: "+1 212 555 0143",
    type: "tel",
  },
  email: {
    label: "Email address",
    hint: "Upper and lower case are the same.",
    placeholder: "ada@example.com",
    type: "text",
  },
  par: {
    label: "Payment Account Reference",
    hint: "29 letters and digits, the same for a card and its device numbers.",
    placeholder: "Q1J4…",
    type: "text",
  },
  reference: {
    label: "Customer number",
    hint: "Your own, exactly as you always write it. No receipt is sent to it.",
    placeholder: "K-00042",
    type: "text",
  },
};
