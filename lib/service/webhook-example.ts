import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A program of `examples/webhooks`. */
export function readWebhookExample(name: string): string {
  // From the working directory, which is the project's root: the bundle of the pages has no import.meta.dirname.
  return readFileSync(join(process.cwd(), "examples/webhooks", name), "utf8").trimEnd();
}
