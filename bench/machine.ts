import { cpus, totalmem } from "node:os";

/** The machine of the measurement; figures without it mean nothing. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const name = cpu?.model.trim() || process.arch;
  return `${cpus().length} cores (${name}), ${memory} GiB, ${process.platform}, Node ${process.version}`;
}
