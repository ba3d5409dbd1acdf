"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import { holdsCardNumber } from "#lib/core/card-numbers.ts";
import { TextField } from "./text-field.tsx";

type DraftFieldProps = Omit<ComponentProps<typeof TextField>, "value" | "onChange"> & {
  value: string;
  onChange: (text: string) => void;
};

/** A text filter: it takes effect after a pause, or at once with Enter. */
export function DraftField({ value, onChange, ...field }: DraftFieldProps) {
  const { text, refusal, type, settle } = useDraft(value, onChange);
  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      {...field}
      error={refusal ?? field.error}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
    />
  );
}

const PAUSE_MS = 300;
/** A sent text that has not come back by then was overtaken by a change from elsewhere. */
const OVERTAKEN_MS = 1_000;

type Drafting = {
  text: string;
  /** Why the text is not sent, if it never is. */
  refusal: string | undefined;
  /** Shows the text and sends it after a pause. */
  type: (text: string) => void;
  /** Shows the text without sending it. */
  hold: (text: string) => void;
  /** Shows the text and sends it at once. */
  send: (text: string) => void;
  /** Sends the shown text, unless it was sent before. */
  settle: () => void;
};

/**
 * The text of a field whose value lives elsewhere and follows after a pause in typing. A change from
 * elsewhere appears in the field; the field's own text is ignored when it returns.
 */
export function useDraft(value: string, onSettle: (text: string) => void): Drafting {
  const [draft, setDraft] = useState<Draft>({ text: value, known: [value] });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const current = adopt(draft, value);
  if (current !== draft) setDraft(current);
  const isAwaited = current.known.length > 1;
  useEffect(() => {
    if (!isAwaited) return;
    const overtaken = setTimeout(() => setDraft((now) => giveUp(now, value)), OVERTAKEN_MS);
    return () => clearTimeout(overtaken);
  }, [isAwaited, value]);

  function hold(text: string) {
    clearTimeout(timer.current);
    setDraft({ ...current, text });
  }
  function send(text: string) {
    clearTimeout(timer.current);
    // The address of a page gets into histories and logs.
    if (holdsCardNumber(text, "reference")) return;
    setDraft(({ known }) => ({ text, known: [...known, text] }));
    onSettle(text);
  }
  return {
    text: current.text,
    refusal: holdsCardNumber(current.text, "reference") ? "looks like a card number" : undefined,
    hold,
    send,
    type(text) {
      hold(text);
      timer.current = setTimeout(send, PAUSE_MS, text);
    },
    settle() {
      if (current.text !== current.known.at(-1)) send(current.text);
    },
  };
}

type Draft = {
  text: string;
  /** The current value, then the sent texts that have not returned yet. */
  known: readonly string[];
};

/** Shows the value after all, unless more has been typed. */
function giveUp(draft: Draft, value: string): Draft {
  return draft.text === draft.known.at(-1) ? { text: value, known: [value] } : draft;
}

function adopt(draft: Draft, value: string): Draft {
  const age = draft.known.indexOf(value);
  if (age === 0) return draft;
  if (age > 0) return { ...draft, known: draft.known.slice(age) };
  return { text: value, known: [value] };
}
