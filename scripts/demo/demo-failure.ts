/** The demo cannot go on; the message is for whoever started it. */
export class DemoFailure extends Error {
  override name = "DemoFailure";
}

export function requireThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new DemoFailure(message);
}
