/** A guide, as the lists show it. */
type GuideEntry = {
  /** Of its file, and of its address below /docs. */
  name: string;
  /** In lists: shorter than the title. */
  label: string;
  /** Which question it answers. */
  question: string;
};

export type GuideGroup = { title: string; guides: GuideEntry[] };

export type GuideHeading = { id: string; title: string; depth: 2 | 3 };

/** A piece of code in one color; plain text has no kind. */
export type CodeToken = string | [kind: string, text: string];

type CodeSample = {
  language: string;
  code: string;
  lines: CodeToken[][];
  /** What it prints, unless all languages of the sample print the same. */
  output?: string;
};

/** Code that does the same in several languages, or one piece of code alone. */
export type Sample = {
  tabs: CodeSample[];
  /** What each of them prints. */
  output?: string;
};

export type Guide = {
  /** Its address below /docs. */
  name: string;
  title: string;
  /** Its first paragraph, as plain text. */
  summary: string;
  /** Markdown with links of the site. */
  source: string;
  /** Markdown below the title; code is a fence `samples` with an index of `samples`. */
  text: string;
  samples: Sample[];
  headings: GuideHeading[];
};

export type Guides = {
  /** In the order of the navigation. */
  groups: GuideGroup[];
  guides: Guide[];
  /** Other documents of the repository that a guide links to. */
  documents: Guide[];
  /** Code of the repository that a guide links to. */
  files: { path: string; language: string; lines: CodeToken[][]; text: string }[];
  changelog: Guide;
};
