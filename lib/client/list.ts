/** One page of a list, and what asks for the next. */
export type Page<Entry> = { entries: Entry[]; nextCursor: string | null };

/** A list: `for await` goes through all its entries, and `pages()` through its pages. */
export type List<Entry, P extends Page<Entry> = Page<Entry>> = AsyncIterable<Entry> & {
  pages: () => AsyncIterable<P>;
};

/** `fetchPage` gets the cursor of the page before; undefined for the first page. */
export function createList<Entry, P extends Page<Entry> = Page<Entry>>(
  fetchPage: (cursor: string | undefined) => Promise<P>,
): List<Entry, P> {
  async function* pages() {
    let cursor: string | undefined;
    do {
      const page: P = await fetchPage(cursor);
      yield page;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  async function* entries() {
    for await (const page of pages()) yield* page.entries;
  }
  return { pages, [Symbol.asyncIterator]: entries };
}
