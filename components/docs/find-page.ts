import { guides } from "#docs/guides/README.md";
import type { Guide } from "#lib/docs/contract.ts";

/** A guide or a document, by its address below /docs. */
export function findGuide(name: string): { guide: Guide; group: string } | undefined {
  const guide = guides.guides.find((each) => each.name === name);
  if (guide) {
    const own = guides.groups.find((group) => group.guides.some((entry) => entry.name === name));
    return { guide, group: own?.title ?? "Guides" };
  }
  const document = guides.documents.find((each) => each.name === name);
  return document && { guide: document, group: "Documents of the project" };
}

/** A file of the repository that a guide links to. */
export function findRepositoryFile(path: string) {
  return guides.files.find((each) => each.path === path);
}

const FILES = "files/";

/** The path in the repository of an address below /docs, where it is that of a file. */
export function pathOfFile(name: string): string | undefined {
  return name.startsWith(FILES) ? name.slice(FILES.length) : undefined;
}
