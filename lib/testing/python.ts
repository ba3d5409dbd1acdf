import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

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

/** What a program prints. */
export async function runPython(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("python3", ["-B", ...args]);
  return stdout;
}
