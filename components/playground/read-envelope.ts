import { memberOf, textOf } from "#lib/client/send-request.ts";

/** An envelope that was found in a pasted text, not checked yet. */
export type FoundEnvelope = { where: string; envelope: Record<string, unknown> };

export type EnvelopeReading =
  | { state: "empty" }
  | { state: "unreadable"; reason: string }
  | { state: "found"; envelopes: FoundEnvelope[] };

/** Finds envelopes in one, in an answer of the API, or in the body that a till sends. */
export function readEnvelope(text: string): EnvelopeReading {
  if (text.trim() === "") return { state: "empty" };
  if (/^[\w-]+(?:\.[\w-]*){4}$/.test(text.trim())) {
    const reason =
      "This is a JWE in compact form. Envelopes are JSON: the compact form has no aad, so it could not name its payment.";
    return { state: "unreadable", reason };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    return { state: "unreadable", reason: `This is not JSON: ${why}` };
  }
  const envelopes = findEnvelopes(json, "", 0);
  if (envelopes.length > 0) return { state: "found", envelopes };
  return {
    state: "unreadable",
    reason: "There is no envelope in this JSON: no object has a ciphertext.",
  };
}

const MAX_DEPTH = 6;

function findEnvelopes(value: unknown, where: string, depth: number): FoundEnvelope[] {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  if (Object.hasOwn(value, "ciphertext")) return spread({ ...value }, where);
  const found = Object.entries(value).flatMap(([name, member]) =>
    findEnvelopes(member, where === "" ? name : `${where}.${name}`, depth + 1),
  );
  const first = found.find(({ where: path }) => path.endsWith("sealedReceipt"));
  const others = memberOf(value, "otherRecipients");
  if (!first || !Array.isArray(others)) return found;
  return [
    ...found,
    ...others.map((other, at) => addRecipient(first, other, `otherRecipients[${at}]`)),
  ];
}

/** The general form (RFC 7516 section 7.2.1) has one envelope for each of its recipients. */
function spread(envelope: Record<string, unknown>, where: string): FoundEnvelope[] {
  const { recipients, ...shared } = envelope;
  if (!Array.isArray(recipients)) return [{ where, envelope }];
  return recipients.map((one, at) =>
    addRecipient({ where, envelope: shared }, one, `recipients[${at}]`),
  );
}

function addRecipient(
  { where, envelope }: FoundEnvelope,
  own: unknown,
  name: string,
): FoundEnvelope {
  const header = memberOf(own, "header");
  const wrapped = memberOf(own, "encrypted_key");
  return {
    where: where === "" ? name : `${where}, ${name}`,
    envelope: { ...envelope, header, encrypted_key: wrapped },
  };
}

/** The payment that an envelope says it belongs to. */
export function readPaymentId(envelope: Record<string, unknown>): string | undefined {
  const aad = textOf(envelope, "aad");
  if (aad === undefined) return undefined;
  try {
    const text = atob(aad.replaceAll("-", "+").replaceAll("_", "/"));
    return textOf(JSON.parse(text), "paymentId");
  } catch {
    return undefined;
  }
}
