import { type $ZodErrorMap, config } from "zod/v4/core";
import { setStyleNonce } from "#lib/browser/style-nonce.ts";

// Next runs this in the browser before any page's code: what libraries do by themselves must fit
// the policy of lib/boot/page-headers.ts before the first of them is used.

/**
 * What is wrong with a field where its schema does not say so itself, in the words of the contract's
 * own messages: what follows "must" or "is", without the name of the field.
 */
const explainIssue: $ZodErrorMap = (issue) => {
  if (issue.code === "too_small" && issue.origin === "string") {
    return issue.minimum === 1
      ? "must not be empty"
      : `must have ${issue.minimum} characters or more`;
  }
  if (issue.code === "too_big" && issue.origin === "string") {
    return `must have ${issue.maximum} characters or fewer`;
  }
  if (issue.code === "invalid_type" && issue.input === undefined) return "must not be empty";
  return undefined;
};

// zod compiles its parsers with `new Function` unless told not to.
config({ jitless: true, customError: explainIssue });

setStyleNonce();
