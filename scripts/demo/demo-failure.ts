/** The demo cannot continue; the message is for the person who started it. */
export class DemoFailure extends Error {
  override name = "DemoFailure";
}

export function requireThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new DemoFailure(message);
}
