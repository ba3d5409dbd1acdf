import { type FontFiles, type FontName, subsets, weights } from "./pdf-letters.ts";

// Each by its whole name: that is how the build finds the files.
const urls: Readonly<Record<FontName, URL>> = {
  "latin-400": new URL(
    "@fontsource/geist-mono/files/geist-mono-latin-400-normal.woff",
    import.meta.url,
  ),
  "latin-600": new URL(
    "@fontsource/geist-mono/files/geist-mono-latin-600-normal.woff",
    import.meta.url,
  ),
  "latin-ext-400": new URL(
    "@fontsource/geist-mono/files/geist-mono-latin-ext-400-normal.woff",
    import.meta.url,
  ),
  "latin-ext-600": new URL(
    "@fontsource/geist-mono/files/geist-mono-latin-ext-600-normal.woff",
    import.meta.url,
  ),
  "cyrillic-400": new URL(
    "@fontsource/geist-mono/files/geist-mono-cyrillic-400-normal.woff",
    import.meta.url,
  ),
  "cyrillic-600": new URL(
    "@fontsource/geist-mono/files/geist-mono-cyrillic-600-normal.woff",
    import.meta.url,
  ),
  "cyrillic-ext-400": new URL(
    "@fontsource/geist-mono/files/geist-mono-cyrillic-ext-400-normal.woff",
    import.meta.url,
  ),
  "cyrillic-ext-600": new URL(
    "@fontsource/geist-mono/files/geist-mono-cyrillic-ext-600-normal.woff",
    import.meta.url,
  ),
  "vietnamese-400": new URL(
    "@fontsource/geist-mono/files/geist-mono-vietnamese-400-normal.woff",
    import.meta.url,
  ),
  "vietnamese-600": new URL(
    "@fontsource/geist-mono/files/geist-mono-vietnamese-600-normal.woff",
    import.meta.url,
  ),
  "symbols2-400": new URL(
    "@fontsource/geist-mono/files/geist-mono-symbols2-400-normal.woff",
    import.meta.url,
  ),
  "symbols2-600": new URL(
    "@fontsource/geist-mono/files/geist-mono-symbols2-600-normal.woff",
    import.meta.url,
  ),
};

/** The fonts of a PDF, fetched when one is made for the first time. */
export async function loadFontFiles(): Promise<FontFiles> {
  const names = subsets.flatMap((subset) =>
    weights.map((weight): FontName => `${subset}-${weight}`),
  );
  const files = names.map(async (name) => [name, await fetchFont(urls[name])] as const);
  return Object.fromEntries(await Promise.all(files)) as FontFiles;
}

async function fetchFont(url: URL): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`A font was answered with ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
