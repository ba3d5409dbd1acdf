import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const CLIENT = join(import.meta.dirname, "../../packages/python");

/** Why programs that import the package cryptography cannot run here; false where they can. */
export function lacksCryptography(): string | false {
  const { error, stderr } = spawnSync("python3", ["-c", "import cryptography"], {
    encoding: "utf8",
  });
  const isMissing = error
    ? "code" in error && error.code === "ENOENT"
    : stderr.includes("ModuleNotFoundError");
  // One that is installed and does not work fails in the test.
  return isMissing && "python3 with the package cryptography is not installed: not tested here";
}

/** What a program prints. It may import the project's client. */
export async function runPython(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)("python3", ["-B", ...args], {
    env: { ...process.env, PYTHONPATH: CLIENT, ...env },
  });
  return stdout;
}
