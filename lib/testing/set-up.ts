import { after, before } from "node:test";

/** What was registered last; each waits for the one before it. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Creates something before the tests of this suite, and disposes of it after them where it has a way
 * to. The object is there at once, to be passed on, and is filled when the first test runs: it cannot
 * be destructured outside of one. Where nothing is returned, this is a `before` that finds all that
 * was set up above it: outside of a suite, Node starts each `before` without waiting for the others.
 */
export function setUp<T>(create: () => Promise<T>): T {
  const fixture = {} as T & Partial<AsyncDisposable>;
  before(async () => {
    // A failure belongs to its own hook; those after it fail for what they miss.
    const created = last.catch(() => undefined).then(create);
    last = created;
    Object.assign(fixture, await created);
  });
  after(() => fixture[Symbol.asyncDispose]?.());
  return fixture;
}
