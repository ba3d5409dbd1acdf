import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Guide, Guides } from "./contract.ts";
import { describeGuide } from "./describe-guide.ts";
import { loadHighlighter } from "./highlight.ts";
import { listGuideFiles } from "./list-guide-files.ts";
import { readGuideList } from "./read-guide-list.ts";
import { type FindAddress, listLinkedFiles, rewriteLinks } from "./rewrite-links.ts";

const FOLDER = "docs/guides";

/**
 * The guides as the site shows them, with the documents and files of the repository that they link to.
 * `root` is the folder of the repository; `onRead` gets each file that was read.
 */
export async function describeGuides(
  root: string,
  onRead: (path: string) => void = () => undefined,
): Promise<Guides> {
  const read = (path: string) => {
    onRead(join(root, path));
    return readFileSync(join(root, path), "utf8");
  };
  const names = listGuideFiles(join(root, FOLDER));
  const texts = new Map(
    names.map((name) => [`${FOLDER}/${name}.md`, read(`${FOLDER}/${name}.md`)]),
  );
  const linked = new Set([...texts].flatMap(([path, text]) => listLinkedFiles(text, path)));
  const others = [...linked].filter((path) => !texts.has(path) && !path.startsWith(`${FOLDER}/`));
  // A guide that is missing is found by the check of links, not hidden here.
  const findAddress: FindAddress = (path) => {
    if (path === "README.md") return { path: "/docs", isOther: true };
    if (path === "CHANGELOG.md") return { path: "/changelog" };
    if (path.startsWith(`${FOLDER}/`)) return { path: addressOf(path) };
    if (!linked.has(path)) return undefined;
    if (isDocument(path)) return { path: addressOf(path) };
    return isCode(path) ? { path: `/docs/files/${path}` } : undefined;
  };

  const highlight = await loadHighlighter();
  const readGuide = (path: string, text: string): Guide =>
    describeGuide(
      addressOf(path).slice("/docs/".length),
      rewriteLinks(text, path, findAddress),
      highlight,
    );
  return {
    groups: readGuideList(read(`${FOLDER}/README.md`)),
    guides: [...texts].map(([path, text]) => readGuide(path, text)),
    documents: others.filter(isDocument).map((path) => readGuide(path, read(path))),
    files: others.filter(isCode).map((path) => {
      const text = read(path);
      const language = extname(path).slice(1);
      return { path, language, lines: highlight(text.trimEnd(), language), text };
    }),
    changelog: readGuide("CHANGELOG.md", read("CHANGELOG.md").replace(/^## \[(.+?)\]/gm, "## $1")),
  };
}

function isDocument(path: string): boolean {
  return (path.startsWith("docs/") && path.endsWith(".md")) || path === "SECURITY.md";
}

function isCode(path: string): boolean {
  return /^(?:lib|examples|packages|public)\/.*\.\w+$/.test(path);
}

/** `/docs/escrow` of `docs/guides/escrow.md`, and `/docs/security/data` of `docs/security/data.md`. */
function addressOf(path: string): string {
  const name = path.replace(/^docs\/(?:guides\/)?/, "").replace(/(?:\/README)?\.md$/, "");
  return name === "README" || name === "guides" ? "/docs" : `/docs/${name.toLowerCase()}`;
}
