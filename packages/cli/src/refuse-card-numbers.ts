import { holdsCardNumber } from "../../../lib/core/card-numbers.ts";
import { usageError } from "./cli-error.ts";
import { isTestNumber } from "./test-cards.ts";

/** Throws if a card number is among the arguments, which shells and process lists keep. Published test numbers are fine. */
export function refuseCardNumbers(args: readonly string[]): void {
  const index = args.findIndex((one) => holdsCardNumber(one) && !isTestNumber(one));
  if (index === -1) return;
  throw usageError(
    `Argument ${index + 1} has a card number, which does not belong on a command line`,
    "Send its SHA-256 with --hashed-pan, or use --test-card. Remove the command from your shell's history.",
  );
}
