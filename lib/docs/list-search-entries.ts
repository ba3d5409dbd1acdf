import type { Guide } from "./contract.ts";
import type { SearchEntry } from "./contract-search.ts";
import { plainText, slugOf } from "./contract-slug.ts";

/** The sections of a page, each with its words and code. The first one is the page itself. */
export function listSearchEntries(guide: Guide, href: string): SearchEntry[] {
  const [before = "", ...sections] = `\n${guide.text}`.split(/^(?=#{2,3} )/m);
  const seen = new Map<string, number>();
  const first = { id: href, page: guide.title, heading: guide.title, text: wordsOf(before, guide) };
  return [
    first,
    ...sections.map((section) => {
      const [line = "", ...rest] = section.split("\n");
      const title = line.replace(/^#+ /, "");
      const slug = slugOf(title);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return {
        id: `${href}#${count === 0 ? slug : `${slug}-${count}`}`,
        page: guide.title,
        heading: plainText(title),
        text: wordsOf(rest.join("\n"), guide),
      };
    }),
  ];
}

/** A paragraph, a row of a table, or a line of code a line. */
function wordsOf(markdown: string, { samples }: Guide): string {
  const withCode = markdown.replace(/^ *```samples\n *(\d+)\n *```$/gm, (_, index) =>
    (samples[Number(index)]?.tabs ?? []).map(({ code }) => `\n\n${code}`).join(""),
  );
  return withCode
    .split(/\n\n+/)
    .flatMap((block) => (/^ *\|/.test(block) ? block.split("\n").filter(hasWords) : [block]))
    .map((block) => plainText(block.replaceAll("|", " ")))
    .filter(Boolean)
    .join("\n");
}

/** Not the line between the head of a table and its rows. */
function hasWords(row: string): boolean {
  return /\w/.test(row);
}
