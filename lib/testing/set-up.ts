import { after, before } from "node:test";

/**
 * Creates something before the tests of this suite, and disposes of it after them where it has a way
 * to. The object is there at once, to be passed on, and is filled when the first test runs: it cannot
 * be destructured outside of one.
 */
export function setUp<T extends object>(create: () => Promise<T>): T {
  const fixture = {} as T & Partial<AsyncDisposable>;
  before(async () => {
    Object.assign(fixture, await create());
  });
  after(() => fixture[Symbol.asyncDispose]?.());
  return fixture;
}
