import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DemoFailure } from "./demo-failure.ts";

const demoFileSchema = z.object({
  baseUrl: z.url(),
  apiKeys: z.object({ platform: z.string(), issuer: z.string() }),
});

export type DemoFile = z.infer<typeof demoFileSchema>;

/**
 * The file that the first start left in the data folder. Throws a DemoFailure if it is missing or unusable.
 */
export async function readDemoFile(dataDir: string): Promise<DemoFile> {
  const path = join(dataDir, "demo.json");
  const text = await readFile(path, "utf8").catch(() => {
    throw new DemoFailure(`${path} cannot be read. The first start writes it: npm start`);
  });
  try {
    return demoFileSchema.parse(JSON.parse(text));
  } catch {
    // The cause would quote the file, and the file holds keys.
    throw new DemoFailure(`${path} is not what a start writes there.`);
  }
}
