"use client";

import * as Radix from "radix-ui/dialog";
import { type KeyboardEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useReturnFocus } from "#components/ui/dialog.tsx";
import { type Found, useDocsIndex } from "./use-docs-index.ts";

/** Results while typing; Enter opens the marked one. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const returnFocus = useReturnFocus();
  const { state, find, retry } = useDocsIndex();
  const results = find(text);
  const marked = Math.min(chosen, results.length - 1);

  function press(event: KeyboardEvent) {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (steps !== undefined && results.length > 0) {
      const next = (marked + steps + results.length) % results.length;
      setChosen(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      document.getElementById(`${listId}-${marked}`)?.click();
    } else return;
    event.preventDefault();
  }
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[light-dark(#23201a99,#000000b3)]" />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-x-0 top-0 z-50 flex max-h-[80dvh] flex-col border border-line bg-slip text-sm text-ink shadow-2xl outline-none md:top-[12dvh] md:mx-auto md:max-h-[70dvh] md:w-[42rem]"
        >
          <Radix.Title className="sr-only">Search the documentation</Radix.Title>
          <input
            type="text"
            role="combobox"
            aria-label="Search the documentation"
            aria-expanded={results.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={results.length > 0 ? `${listId}-${marked}` : undefined}
            placeholder="Guides, calls, event types, and errors"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(0);
            }}
            onKeyDown={press}
            className="min-h-13 w-full shrink-0 border-b border-line bg-transparent px-5 text-base outline-none placeholder:text-muted"
          />
          <div
            id={listId}
            role="listbox"
            aria-label="Results"
            className="grow overflow-y-auto py-2 empty:py-0"
          >
            {results.map((found, at) => (
              <Result
                key={found.id}
                id={`${listId}-${at}`}
                found={found}
                isMarked={at === marked}
                onPoint={() => setChosen(at)}
                onGo={onClose}
              />
            ))}
          </div>
          <div className="flex items-center justify-between gap-4 border-t border-line bg-copy px-5 py-2.5 text-xs text-muted">
            <p role="status">{sayWhat(state, text, results.length)}</p>
            {state === "failed" ? (
              <Button look="secondary" size="small" onClick={retry}>
                Try again
              </Button>
            ) : null}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type ResultProps = {
  id: string;
  found: Found;
  isMarked: boolean;
  onPoint: () => void;
  onGo: () => void;
};

/** The field keeps the focus and names the marked result. */
function Result({ id, found, isMarked, onPoint, onGo }: ResultProps) {
  return (
    <a
      id={id}
      href={found.href}
      role="option"
      aria-selected={isMarked}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onGo}
      className={`block px-5 py-2.5 ${isMarked ? "bg-ink/8" : ""}`}
    >
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{found.heading}</span>
        {found.page === found.heading ? null : (
          <span className="text-xs text-muted">{found.page}</span>
        )}
      </span>
      {found.line ? (
        <span className="mt-0.5 line-clamp-2 text-xs leading-5 text-muted">
          {found.line.map(({ text, isMatch, at }) =>
            isMatch ? (
              <mark key={at} className="bg-transparent font-medium text-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      ) : null}
    </a>
  );
}

function sayWhat(state: "loading" | "failed" | "ready", text: string, count: number): string {
  if (state === "failed") return "The search could not be loaded.";
  if (state === "loading") return "Loading the search…";
  if (text.trim() === "") return "Type a word, an error code, or the name of a field.";
  if (count === 0) return "Nothing found. Try another word, or the start of one.";
  return count === 1 ? "1 result" : `${count} results`;
}
