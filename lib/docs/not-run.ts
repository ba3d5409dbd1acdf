/** Code of the guides that says `no-run`, and why the tests cannot run it. */
export const notRun: readonly { guide: string; begins: string; reason: string }[] = [];
