import { cpus, totalmem } from "node:os";

/** What the figures were measured on; a figure without it says nothing. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const name = cpu?.model.trim() || process.arch;
  return `${cpus().length} cores (${name}), ${memory} GiB, ${process.platform}, Node ${process.version}`;
}
