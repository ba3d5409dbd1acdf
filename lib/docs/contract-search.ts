/** A part of a page that the search finds. */
export type SearchEntry = {
  /** Its address, unless `href` is there. */
  id: string;
  href?: string;
  page: string;
  heading: string;
  /** Its words, a paragraph a line. */
  text: string;
};

/** Shared by what writes the index and what reads it: they must agree. */
export const searchOptions = {
  fields: ["heading", "page", "text"],
  storeFields: ["href", "page", "heading", "text"],
  searchOptions: {
    boost: { heading: 4, page: 2 },
    prefix: true,
    fuzzy: 0.15,
    combineWith: "AND" as const,
  },
};
