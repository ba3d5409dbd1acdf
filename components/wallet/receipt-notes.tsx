"use client";

import { useId } from "react";
import { CheckboxField } from "#components/ui/checkbox-field.tsx";
import { DayField } from "#components/ui/day-field.tsx";
import { TextAreaField } from "#components/ui/text-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { MAX_NOTE_LENGTH } from "#lib/wallet/annotation.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";
import { FailureNote } from "./failure-note.tsx";
import { TagField } from "./tag-field.tsx";
import { useAnnotation } from "./use-annotation.ts";
import { useTimeZone, useToday } from "./use-clock.ts";
import { findWarranty, REMINDER_DAYS } from "./warranty.ts";

type ReceiptNotesProps = { cardId: string; paymentId: string; content: SealedContent };

/** The cardholder's own notes about a kept receipt, encrypted like the receipt. */
export function ReceiptNotes({ cardId, paymentId, content }: ReceiptNotesProps) {
  const t = useTranslate();
  const { annotation, change, error, isSaved, retry } = useAnnotation({ cardId, paymentId });
  const today = useToday(useTimeZone());
  const titleId = useId();
  const preset = findWarranty(content, {}, today);
  const warranty = findWarranty(content, annotation, today) ?? "";

  function changeWarranty(day: string): void {
    // What the receipt says stays its own, so that the next article's follows the one that ends.
    change({ warrantyUntil: day === preset ? undefined : day || null });
  }

  return (
    <section aria-labelledby={titleId} className="space-y-4 border-t border-line pt-5">
      <div>
        <h2 id={titleId} className="font-semibold">
          {t("Your notes")}
        </h2>
        <p className="mt-0.5 text-sm text-pretty text-muted">
          {t("They stay on this device, encrypted with the receipt. You can search for them.")}
        </p>
      </div>
      <FailureNote error={error} retry={retry} />
      <CheckboxField
        label={t("Business")}
        checked={annotation.isBusiness}
        onChange={({ target }) => change({ isBusiness: target.checked })}
      />
      <TagField tags={annotation.tags} onChange={(tags) => change({ tags })} />
      {content.kind === "refund" ? null : (
        <div className="space-y-1.5">
          <DayField label={t("Warranty until")} value={warranty} onChange={changeWarranty} />
          <p className="text-sm text-pretty text-muted">
            {warranty !== "" && warranty === preset ? `${t("As the receipt says.")} ` : null}
            {t("The wallet reminds you {days} days before, once you have opened it.", {
              days: REMINDER_DAYS,
            })}
          </p>
        </div>
      )}
      <TextAreaField
        label={t("Note")}
        data-stored="wallet.note"
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={annotation.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      <p role="status" className="min-h-5 text-sm text-muted">
        {isSaved ? t("Saved on this device.") : null}
      </p>
    </section>
  );
}
