/** Whether a body comes with its receipt sealed. */
export function isSealedBody(body: unknown): boolean {
  return typeof body === "object" && body !== null && Reflect.get(body, "sealedReceipt") != null;
}

const envelopeFieldNames = ["reservation", "sealedReceipt", "otherRecipients"];

/** The fields of a sealed body that can be read: the others are ciphertext, wrapped keys, and a MAC. */
export function readableFields(body: unknown): unknown {
  if (!isSealedBody(body)) return body;
  const fields = Object.entries(Object(body));
  return Object.fromEntries(fields.filter(([name]) => !envelopeFieldNames.includes(name)));
}
