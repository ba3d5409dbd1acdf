import { existsSync } from "node:fs";
import { join } from "node:path";

const path = join(import.meta.dirname, "../.env");

/** As a start does: what the environment has already goes before the file. */
export function loadEnv(): void {
  if (existsSync(path)) process.loadEnvFile(path);
}
