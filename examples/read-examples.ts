import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

const exampleSchema = z.strictObject({
  title: z.string(),
  gateway: z.enum(["gateway_one", "gateway_two"]),
  request: z.record(z.string(), z.unknown()),
});

/**
 * A payment to try the API with. `request` is the body of a payment without `recipientHashedPan`,
 * which depends on the card; `name` is the file's name without its ending.
 */
export type ReceiptExample = z.infer<typeof exampleSchema> & { name: string };

/** All files of `examples/receipts`, by name. */
export function readExamples(): ReceiptExample[] {
  const folder = new URL("./receipts/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => {
    const content: unknown = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    return { name: file.slice(0, -".json".length), ...exampleSchema.parse(content) };
  });
}
