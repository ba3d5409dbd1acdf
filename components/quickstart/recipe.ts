import type { Option } from "#components/ui/select-field.tsx";
import type { Scope } from "#lib/core/permissions.ts";

/** What a first program does, in three languages. */
export type Recipe = {
  /** What it makes: "a payment". */
  thing: string;
  /** What a key must allow for it. */
  scopes: readonly Scope[];
  /** The route that it calls, as the request log names it. */
  route: string;
  /** What the answer means. */
  about: string;
  /** What can be asked for instead of success, where it can be chosen. */
  outcomes?: { label: string; options: readonly Option[] };
  snippets: readonly Snippet[];
};

type Snippet = {
  language: string;
  /** What to save it as; none for what goes straight into a shell. */
  file?: string;
  run: string;
  write: (given: SnippetGiven) => string;
};

export type SnippetGiven = {
  /** Of this service, without a slash at the end. */
  origin: string;
  /** A value of `outcomes`; empty for success. */
  outcome: string;
};

/** Puts a key where each of the programs looks for it. */
export function writeExport(key: string): string {
  return `export SEALSLIP_API_KEY="${key}"`;
}

/** Placeholder for a key that is no longer known; ASCII, because it is sent in a header. */
export function writePlaceholder(hint: string | undefined): string {
  return hint === undefined
    ? "paste your key here"
    : `paste the key that ends in ${hint.slice(-4)}`;
}
