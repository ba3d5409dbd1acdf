import MiniSearch from "minisearch";
import { useEffect, useState } from "react";
import { type SearchEntry, searchOptions } from "#lib/docs/contract-search.ts";

export type Found = Required<Omit<SearchEntry, "text">> & {
  /** The first line with a match, in pieces. */
  line: { text: string; isMatch: boolean; at: number }[];
};

type Index = MiniSearch<SearchEntry>;

const MAX_RESULTS = 20;

/** Once for a page: it stays for the next time that the search is opened. */
let loaded: Promise<Index> | undefined;

async function fetchIndex(): Promise<Index> {
  const response = await fetch("/docs/search.json");
  if (!response.ok) throw new Error(`search.json: ${response.status}`);
  return MiniSearch.loadJSON<SearchEntry>(await response.text(), searchOptions);
}

/** The search over the documentation, loaded when this is first rendered. */
export function useDocsIndex() {
  const [index, setIndex] = useState<Index | "failed">();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    loaded ??= fetchIndex();
    loaded.then(setIndex, () => {
      loaded = undefined;
      setIndex("failed");
    });
  }, [attempt]);
  const state = index === undefined ? "loading" : index === "failed" ? "failed" : "ready";
  return {
    state,
    find: (text: string): Found[] => (typeof index === "object" ? findIn(index, text) : []),
    retry: () => {
      setIndex(undefined);
      setAttempt(attempt + 1);
    },
  } as const;
}

function findIn(index: Index, text: string): Found[] {
  return index
    .search(text)
    .slice(0, MAX_RESULTS)
    .map(({ id, href = id, page, heading, text: whole, terms }) => ({
      id,
      href,
      page,
      heading,
      line: markLine(whole, terms),
    }));
}

/** From a little before the first match on. */
function markLine(text: string, terms: readonly string[]): Found["line"] {
  const escaped = terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const pattern = new RegExp(`(${escaped.join("|")})`, "i");
  const line = text.split("\n").find((each) => pattern.test(each)) ?? text.split("\n", 1)[0] ?? "";
  const start = Math.max(0, line.search(pattern) - 60);
  const shown = start === 0 ? line : `…${line.slice(line.indexOf(" ", start) + 1)}`;
  return shown
    .slice(0, 240)
    .split(new RegExp(pattern, "gi"))
    .map((piece, at) => ({ text: piece, isMatch: at % 2 === 1, at }));
}
