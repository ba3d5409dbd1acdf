/** A passkey that could not be created or used; the message is a sentence for the person. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyError";
}
