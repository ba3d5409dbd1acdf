import { posix } from "node:path";

/**
 * Where a file of the repository is on the site, or another page in its place, which has not its parts; undefined if
 * it is nowhere.
 */
export type FindAddress = (path: string) => { path: string; isOther?: boolean } | undefined;

/**
 * Markdown of a file, with its links to other files as links of the site. A link to a file that is not there
 * becomes its text.
 */
export function rewriteLinks(markdown: string, path: string, findAddress: FindAddress): string {
  return replaceLinks(markdown, (text, target) => {
    if (!isRelative(target)) return `[${text}](${target})`;
    const [file = "", fragment] = target.split("#");
    const address = findAddress(resolve(path, file));
    if (address === undefined) return text;
    const part = fragment === undefined || address.isOther ? "" : `#${fragment}`;
    return `[${text}](${address.path}${part})`;
  });
}

/** The files that a file links to, as paths from the root of the repository. */
export function listLinkedFiles(markdown: string, path: string): string[] {
  const files = new Set<string>();
  replaceLinks(markdown, (text, target) => {
    if (isRelative(target)) files.add(resolve(path, target.split("#", 1)[0] ?? ""));
    return text;
  });
  return [...files];
}

function resolve(path: string, file: string): string {
  return posix.join(posix.dirname(path), file);
}

function isRelative(target: string): boolean {
  return !/^(?:[a-z]+:|\/|#)/i.test(target);
}

const link = /\[((?:`[^`]*`|[^\]`])*)\]\(([^()\s]+)\)/g;
const fence = /^ *(`{3,})[\s\S]*?^ *\1 *$/gm;

/** Leaves code fences as they are. */
function replaceLinks(markdown: string, write: (text: string, target: string) => string): string {
  const replace = (prose: string) =>
    prose.replace(link, (_, text: string, target: string) => write(text, target));
  const fences = [...markdown.matchAll(fence)].map(([text]) => text);
  const prose = markdown.replace(fence, "\0").split("\0");
  return prose.map((part, at) => replace(part) + (fences[at] ?? "")).join("");
}
