/** The migrations of this version cannot be applied to the database; the message is one line. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}
