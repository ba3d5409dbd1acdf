import type { GuideGroup } from "./contract.ts";
import { plainText } from "./contract-slug.ts";

/** The groups of a list of guides: a table below each heading, or below the title alone. */
export function readGuideList(markdown: string): GuideGroup[] {
  const [before = "", ...sections] = markdown.split(/^## /m);
  const groups = [
    { title: "Guides", guides: readRows(before) },
    ...sections.map((section) => ({
      title: plainText(section.split("\n", 1)[0] ?? ""),
      guides: readRows(section),
    })),
  ];
  return groups.filter(({ guides }) => guides.length > 0);
}

function readRows(section: string): GuideGroup["guides"] {
  const rows = section.matchAll(/^\| \[(.+?)\]\(([\w-]+)\.md\) *\|(?:.*\|)? *(.+?) *\|$/gm);
  return [...rows].map(([, label = "", name = "", question = ""]) => ({
    name,
    label: plainText(label),
    question: plainText(question),
  }));
}
