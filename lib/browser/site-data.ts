type Area = "localStorage" | "sessionStorage";

/** What the browser did not take, until the page is loaded again. */
const untaken = new Map<string, string>();

/** Reads what writeSiteData wrote. A browser that blocks the site's data throws at the first touch of a storage. */
export function readSiteData(area: Area, key: string): string | null {
  const fallback = untaken.get(`${area} ${key}`) ?? null;
  try {
    return fallback ?? window[area].getItem(key);
  } catch {
    return fallback;
  }
}

/** Keeps a text in the browser, or for as long as the page is open if the browser takes none. */
export function writeSiteData(area: Area, key: string, text: string): void {
  try {
    window[area].setItem(key, text);
    untaken.delete(`${area} ${key}`);
  } catch {
    untaken.set(`${area} ${key}`, text);
  }
}
