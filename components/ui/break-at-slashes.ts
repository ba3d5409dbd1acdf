/** A path that breaks after a slash, where it has to. */
export function breakAtSlashes(path: string): string {
  return path.replaceAll("/", "/\u200b");
}
