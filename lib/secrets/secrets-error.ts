/** Secrets are missing, weak, or not those of the stored data. A line for each, no values. */
export class SecretsError extends Error {
  override readonly name = "SecretsError";
  readonly reasons: readonly string[];

  constructor(reasons: string | readonly string[], options?: ErrorOptions) {
    const list = typeof reasons === "string" ? [reasons] : reasons;
    super(list.join("; "), options);
    this.reasons = list;
  }
}
