"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { controlLook, Field, type FieldText } from "./field.tsx";
import { useTranslate } from "./use-translate.ts";

type PasswordFieldProps = FieldText & Omit<ComponentProps<"input">, "type"> & { mono?: boolean };

/** A secret to type or paste, hidden until the member shows it. */
export function PasswordField({
  label,
  hint,
  error,
  optional,
  mono,
  ...input
}: PasswordFieldProps) {
  const t = useTranslate();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(control) => (
        <div className="relative">
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            className={`${controlLook} pr-12 ${mono ? "font-mono" : ""}`}
          />
          <button
            type="button"
            aria-label={t("Show what you typed")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center text-muted hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-4" />
          </button>
        </div>
      )}
    </Field>
  );
}
