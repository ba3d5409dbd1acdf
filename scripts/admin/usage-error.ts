/** An unknown command or argument. `subject`: whose usage helps. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly subject: string | undefined;

  constructor(message: string, subject?: string) {
    super(message);
    this.subject = subject;
  }
}
