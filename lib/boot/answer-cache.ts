import { LRUCache } from "lru-cache";
import type { Source } from "./page-source.ts";

/** A page takes some 40 KB for each theme, `/docs/reference` 1 MB. */
const MAX_PAGE_BYTES = 48 * 1024 * 1024;

/** Those of the build and of `public` take 9 MB. */
const MAX_FILE_BYTES = 24 * 1024 * 1024;

/** A visitor makes up the host; a service has one, and those of its machine and network. */
const HOSTS_OF_A_PAGE = 4;

const MAX_PAGES = 2_000;

/** Answers by what they depend on. Pages, of which visitors make up queries and hosts, never displace files. */
export class AnswerCache<Answer extends object> {
  readonly #files = new LRUCache<string, Answer>({ maxSize: MAX_FILE_BYTES });
  readonly #pages = new LRUCache<string, Answer>({ maxSize: MAX_PAGE_BYTES });
  /** The keys of each page, one for each host. */
  readonly #hosts = new LRUCache<string, LRUCache<string, true>>({
    max: MAX_PAGES,
    dispose: (keys) => keys.clear(),
  });

  get(source: Source): Answer | undefined {
    const key = keyOf(source);
    if (source.isFile) return this.#files.get(key);
    this.#hosts.get(pageOf(source))?.get(key);
    return this.#pages.get(key);
  }

  set(source: Source, answer: Answer, { size, ttl }: { size: number; ttl: number }): void {
    const key = keyOf(source);
    if (source.isFile) return void this.#files.set(key, answer, { size });
    this.#pages.set(key, answer, { size, ttl });
    this.#keysOf(pageOf(source)).set(key, true);
  }

  #keysOf(page: string): LRUCache<string, true> {
    const known = this.#hosts.get(page);
    if (known) return known;

    const keys = new LRUCache<string, true>({
      max: HOSTS_OF_A_PAGE,
      dispose: (_kept, key, reason) => {
        if (reason !== "set") this.#pages.delete(key);
      },
    });
    this.#hosts.set(page, keys);
    return keys;
  }
}

export function keyOf({ target, headers }: Source): string {
  return JSON.stringify([target, headers]);
}

/** What has one answer for each host. */
function pageOf({ target, headers: { cookie } }: Source): string {
  return JSON.stringify([target, cookie]);
}
