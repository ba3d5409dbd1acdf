import { spawnSync } from "node:child_process";

/** Installs the first of these choices of Debian's packages that there is, where this account may; whether it did. */
export function aptInstall(...choices: readonly (readonly string[])[]): boolean {
  if (process.geteuid?.() !== 0 || !apt("update")) return false;
  return choices.some((packages) =>
    apt("install", "--yes", "--no-install-recommends", ...packages),
  );
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Standard output is for what the caller prints.
  const { status } = spawnSync("apt-get", ["-qq", ...args], { env, stdio: ["ignore", 2, 2] });
  return status === 0;
}
