import type { Guide } from "#lib/docs/contract.ts";
import type { SearchEntry } from "#lib/docs/contract-search.ts";
import { plainText, slugOf } from "#lib/docs/contract-slug.ts";

/** The error codes of a guide's tables, each with the row that says what to do. */
export function listErrorEntries({ name, text }: Guide, codes: readonly string[]): SearchEntry[] {
  const sections = text.split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const [title = ""] = section.split("\n", 1);
    const rows = section.matchAll(/^\| `(\w+)` *\| *(\d+) *\| *(.+?) *\|$/gm);
    return [...rows]
      .filter(([, code = ""]) => codes.includes(code))
      .map(([, code = "", status = "", what = ""]) => ({
        id: code,
        href: `/docs/${name}#${slugOf(title)}`,
        page: `Error code, ${status}`,
        heading: code,
        text: plainText(what),
      }));
  });
}
