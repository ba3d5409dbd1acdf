"use client";

import type { StoredValue } from "#lib/core/data-inventory.ts";
import { CopyButton } from "./copy.tsx";
import { Field } from "./field.tsx";
import { useTranslate } from "./use-translate.ts";

type CopyFieldProps = {
  label: string;
  value: string;
  hint?: string;
  stored?: StoredValue;
};

/** A value to copy: an address, or a secret that is shown once. */
export function CopyField({ label, value, hint, stored }: CopyFieldProps) {
  const t = useTranslate();
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="flex border border-edge bg-copy">
          {/* Several lines if one is too short: the value may have to be typed elsewhere. */}
          <textarea
            {...control}
            readOnly
            data-stored={stored}
            rows={1}
            value={value}
            onFocus={(event) => event.target.select()}
            className="field-sizing-content min-h-11 w-full min-w-0 resize-none bg-transparent px-3 py-2.5 font-mono text-base break-all md:min-h-9 md:text-xs"
          />
          <CopyButton text={value} label={t.inSentence(label)} />
        </div>
      )}
    </Field>
  );
}
