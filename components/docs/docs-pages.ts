import { guides } from "#docs/guides/README.md";

export type DocsPage = { href: string; label: string };

/** The pages of the documentation that are no guides. */
const others: DocsPage[] = [
  { href: "/docs/reference", label: "API reference" },
  { href: "/docs/playground", label: "Playground" },
  { href: "/changelog", label: "Changelog" },
  { href: "/status", label: "Status" },
];

/** All pages in the order of the navigation. */
export const docsGroups: { title: string; pages: DocsPage[] }[] = [
  ...guides.groups.map(({ title, guides: entries }) => ({
    title,
    pages: entries.map(({ name, label }) => ({ href: `/docs/${name}`, label })),
  })),
  { title: "Reference", pages: others },
];
