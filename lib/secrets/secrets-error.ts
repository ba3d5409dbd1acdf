/** A secret is missing, weak, or not the one that the data was written with. One line, no values. */
export class SecretsError extends Error {
  override readonly name = "SecretsError";
}
