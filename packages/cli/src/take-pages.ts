import type { List } from "@sealslip/client";

/** The pages of a list, cut after so many entries. */
export async function* takePages<Entry>(
  list: List<Entry>,
  limit: number,
): AsyncGenerator<readonly Entry[]> {
  let left = limit;
  for await (const { entries } of list.pages()) {
    yield entries.slice(0, left);
    left -= entries.length;
    if (left <= 0) return;
  }
}
