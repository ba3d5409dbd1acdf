import { recipientFieldNames } from "./contract.ts";

/** Every receipt is for a recipient: of the identifiers that may say so, the card is the usual one. For `refine`. */
export function namesRecipient(request: object): boolean {
  return recipientFieldNames.some((name) => Object.hasOwn(request, name));
}

/** Also named where other fields are wrong. */
export const recipientIsMissing = {
  path: ["recipientHashedPan"],
  error: `is required unless ${recipientFieldNames.slice(1).join(", ")} is there`,
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};
