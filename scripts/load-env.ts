import { existsSync } from "node:fs";
import { join } from "node:path";

const path = join(import.meta.dirname, "../.env");

/** As in a start: the environment takes precedence over the file. */
export function loadEnv(): void {
  if (existsSync(path)) process.loadEnvFile(path);
}
