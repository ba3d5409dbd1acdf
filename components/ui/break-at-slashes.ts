/** A path that may wrap after a slash. */
export function breakAtSlashes(path: string): string {
  return path.replaceAll("/", "/\u200b");
}
