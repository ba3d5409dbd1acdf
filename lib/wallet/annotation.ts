/** What the cardholder notes about a kept receipt. */
export type Annotation = {
  tags: string[];
  note: string;
  isBusiness: boolean;
  /** `YYYY-MM-DD`; null for none, undefined where the receipt itself decides. */
  warrantyUntil?: string | null | undefined;
  /** The end of the warranty whose reminder was dismissed. */
  dismissedWarranty?: string | undefined;
};

export const EMPTY_ANNOTATION: Annotation = { tags: [], note: "", isBusiness: false };

export const MAX_TAGS = 10;
export const MAX_TAG_LENGTH = 30;
export const MAX_NOTE_LENGTH = 1_000;

/** The tags with one more: trimmed, once whatever its case, and no more than there may be. */
export function addTag(tags: readonly string[], typed: string): string[] {
  const tag = typed.trim().replace(/\s+/g, " ").slice(0, MAX_TAG_LENGTH).trim();
  const isThere = tags.some((one) => isSameTag(one, tag));
  return tag === "" || isThere || tags.length >= MAX_TAGS ? [...tags] : [...tags, tag];
}

/** Earlier tags that a receipt does not have, the most used first; those that contain what is typed. */
export function suggestTags(
  annotations: Iterable<Pick<Annotation, "tags">>,
  { tags, typed }: { tags: readonly string[]; typed: string },
): string[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const { tags: used } of annotations) {
    for (const tag of used) {
      const known = counts.get(tag.toLowerCase());
      counts.set(tag.toLowerCase(), { tag: known?.tag ?? tag, count: (known?.count ?? 0) + 1 });
    }
  }
  const word = typed.trim().toLowerCase();
  return [...counts.values()]
    .filter(
      ({ tag }) => tag.toLowerCase().includes(word) && !tags.some((one) => isSameTag(one, tag)),
    )
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
    .map(({ tag }) => tag)
    .slice(0, MAX_SUGGESTIONS);
}

const MAX_SUGGESTIONS = 6;

function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
