/** A failure that the person who starts the service can do something about; the message is one line. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
