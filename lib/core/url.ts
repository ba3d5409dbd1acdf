/** Whether a URL is scheme, host, and port alone. */
export function isOrigin(url: string): boolean {
  const { origin, href } = new URL(url);
  return href === `${origin}/` && !/[?#]/.test(url);
}

/** Whether its query has no name twice: readers disagree about which of two values counts. */
export function namesEachOnce(url: string): boolean {
  const names = [...new URL(url).searchParams.keys()];
  return new Set(names).size === names.length;
}
