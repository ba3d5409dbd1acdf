import { memberOf, textOf } from "#lib/browser/send-request.ts";

/** Filters under a name: the query of the address that they stand in. */
type SavedView = { name: string; query: string };

export type TableView = {
  /** Ids of the columns that are not shown. */
  hidden: readonly string[];
  views: readonly SavedView[];
};

/** Of what was kept, as far as it is still a view. */
export function readView(text: string | null): TableView {
  const kept = parse(text);
  const hidden = listOf(memberOf(kept, "hidden")).filter((id) => typeof id === "string");
  const views = listOf(memberOf(kept, "views")).flatMap((one) => {
    const [name, query] = [textOf(one, "name"), textOf(one, "query")];
    return name && query !== undefined ? [{ name, query }] : [];
  });
  return { hidden, views };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "{}");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
