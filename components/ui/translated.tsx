import { Fragment, type ReactNode } from "react";
import type { NamesOf, PartedSentence } from "#lib/languages/translate.ts";
import { useTranslate } from "./use-translate.ts";

type TranslatedProps<S extends PartedSentence> = {
  sentence: S;
  parts: Readonly<Record<NamesOf<S>, ReactNode>>;
};

/** A sentence whose placeholders are elements: a link, or a name that may run from right to left. */
export function Translated<S extends PartedSentence>({ sentence, parts }: TranslatedProps<S>) {
  const nodes: Readonly<Record<string, ReactNode>> = parts;
  const t = useTranslate();
  // Text and names by turns.
  return t(sentence, undefined)
    .split(/\{(\w+)\}/)
    .map((piece, at) => <Fragment key={piece}>{at % 2 === 0 ? piece : nodes[piece]}</Fragment>);
}
