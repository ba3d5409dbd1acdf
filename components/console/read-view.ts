import { listOf, parseStored } from "#lib/browser/read-stored.ts";
import { memberOf, textOf } from "#lib/client/send-request.ts";

/** Named filters: the query of their address. */
type SavedView = { name: string; query: string };

export type TableView = {
  /** Ids of the hidden columns. */
  hidden: readonly string[];
  views: readonly SavedView[];
};

/** The valid part of the stored view. */
export function readView(text: string | null): TableView {
  const kept = parseStored(text);
  const hidden = listOf(memberOf(kept, "hidden")).filter((id) => typeof id === "string");
  const views = listOf(memberOf(kept, "views")).flatMap((one) => {
    const [name, query] = [textOf(one, "name"), textOf(one, "query")];
    return name && query !== undefined ? [{ name, query }] : [];
  });
  return { hidden, views };
}
