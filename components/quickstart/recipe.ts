import type { Option } from "#components/ui/select-field.tsx";
import type { Scope } from "#lib/core/permissions.ts";

/** The first program of a quickstart, in three languages. */
export type Recipe = {
  /** The thing that it creates: "a payment". */
  thing: string;
  /** The scopes that its key needs. */
  scopes: readonly Scope[];
  /** The route that it calls, under its name in the request log. */
  route: string;
  /** The meaning of the answer. */
  about: string;
  /** Outcomes other than success, if they can be chosen. */
  outcomes?: { label: string; options: readonly Option[] };
  snippets: readonly Snippet[];
};

type Snippet = {
  language: string;
  /** The name of its file; undefined for a command that is pasted into a shell. */
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

/** Puts a key into the variable that each of the programs reads. */
export function writeExport(key: string): string {
  return `export SEALSLIP_API_KEY="${key}"`;
}

/** Placeholder for an unknown key; ASCII, because it is sent in a header. */
export function writePlaceholder(hint: string | undefined): string {
  return hint === undefined
    ? "paste your key here"
    : `paste the key that ends in ${hint.slice(-4)}`;
}
