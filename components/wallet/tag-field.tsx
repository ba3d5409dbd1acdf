"use client";

import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { addTag, MAX_TAG_LENGTH, MAX_TAGS, suggestTags } from "#lib/wallet/annotation.ts";
import { useWallet } from "./wallet-state.ts";

type TagFieldProps = { tags: string[]; onChange: (tags: string[]) => void };

/** The tags of a receipt, in the cardholder's words, with suggestions from other receipts. */
export function TagField({ tags, onChange }: TagFieldProps) {
  const t = useTranslate();
  const { annotations } = useWallet();
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const suggested = suggestTags(annotations.values(), { tags, typed });
  const isFull = tags.length >= MAX_TAGS;

  function add(tag: string): void {
    const added = addTag(tags, tag);
    if (added.length > tags.length) onChange(added);
    setTyped("");
    // A suggestion that was chosen is gone, and the focus with it.
    input.current?.focus();
  }

  function addOnEnter(event: KeyboardEvent): void {
    // Enter also ends the composition of a word in Japanese or Chinese.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add(typed);
  }

  return (
    <div className="space-y-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            label={t("Tags")}
            ref={input}
            autoComplete="off"
            maxLength={MAX_TAG_LENGTH}
            placeholder={t("Travel")}
            hint={isFull ? t("A receipt has up to {max} tags.", { max: MAX_TAGS }) : undefined}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={addOnEnter}
          />
        </div>
        <Button
          look="secondary"
          disabled={isFull || typed.trim() === ""}
          onClick={() => add(typed)}
        >
          {t("Add")}
        </Button>
      </div>
      {tags.length > 0 ? (
        <ul aria-label={t("Tags of this receipt")} className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex min-h-9 items-center border border-edge bg-copy">
              <bdi className="pl-3 text-sm wrap-anywhere">{tag}</bdi>
              <button
                type="button"
                aria-label={t("Remove {tag}", { tag })}
                onClick={() => {
                  onChange(tags.filter((one) => one !== tag));
                  input.current?.focus();
                }}
                className="grid size-9 cursor-pointer place-items-center text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {suggested.length > 0 && !isFull ? (
        <ul aria-label={t("Your other tags")} className="flex flex-wrap gap-x-4">
          {suggested.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={t("Add {tag}", { tag })}
                onClick={() => add(tag)}
                className="inline-flex min-h-9 cursor-pointer items-center gap-1 text-sm font-medium text-pine hover:text-pine-deep"
              >
                <Plus aria-hidden="true" className="size-3.5" />
                <bdi className="wrap-anywhere">{tag}</bdi>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
