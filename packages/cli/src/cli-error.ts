/** What the process exits with; listed in docs/guides/cli.md. */
export const exitCodes = {
  ok: 0,
  /** The service refused the request, or a check failed. */
  refused: 1,
  /** The command was not understood, and nothing was sent. */
  usage: 2,
  /** No valid key, or one without the scope. */
  unauthorized: 3,
  /** No answer: the request may have taken effect. */
  undecided: 4,
  /** The payment was declined. */
  declined: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure that the CLI itself found. `remedy` says what to do. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;
  readonly remedy: string | undefined;

  constructor(exitCode: ExitCode, message: string, remedy?: string) {
    super(message);
    this.exitCode = exitCode;
    this.remedy = remedy;
  }
}

/** Nothing was sent. */
export function usageError(message: string, remedy?: string): CliError {
  return new CliError(exitCodes.usage, message, remedy);
}
