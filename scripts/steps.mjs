import { spawn } from "node:child_process";

/** A program that a step ran ended with an error; `output` is what it had printed. */
export class ProgramFailure extends Error {
  constructor(command, ending, output) {
    super(`${command} ${ending}`);
    this.output = output;
  }
}

/**
 * Runs the work of a step and prints its line with the time it took; `done` may compute the line from the
 * result. `doing` is printed before long work.
 */
export async function step(done, work, { doing } = {}) {
  if (doing !== undefined) console.log(`  ${doing} …`);
  const start = performance.now();
  const outcome = await work();
  const line = typeof done === "function" ? done(outcome) : done;
  console.log(`✓ ${line.padEnd(36)} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return outcome;
}

/** Aborted by SIGTERM: it reaches this process alone, while a terminal's SIGINT reaches its programs, too. */
const terminated = new AbortController();

/**
 * Runs a program and returns what it printed to standard output. Throws ProgramFailure with all of its
 * output, which is shown as it comes only with `show`. SIGTERM to this process ends the program, and all
 * that are run later.
 */
export function run(command, args, { show = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
      signal: terminated.signal,
      // Playwright ends its server and its browsers at this signal only.
      killSignal: "SIGINT",
    });
    const terminate = () => terminated.abort();
    process.once("SIGTERM", terminate);
    const printed = { all: [], out: [] };
    if (show) {
      child.stdout.pipe(process.stdout, { end: false });
      child.stderr.pipe(process.stderr, { end: false });
    }
    child.stdout.on("data", (chunk) => {
      printed.out.push(chunk);
      printed.all.push(chunk);
    });
    child.stderr.on("data", (chunk) => printed.all.push(chunk));
    child.on("error", ({ name, message }) => {
      // An aborted program is still awaited.
      if (name === "AbortError") return;
      reject(new ProgramFailure(command, `did not start: ${message}`, ""));
    });
    child.on("close", (code, signal) => {
      process.off("SIGTERM", terminate);
      if (code === 0) return resolve(toText(printed.out));
      const ending = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
      reject(new ProgramFailure([command, ...args].join(" "), ending, toText(printed.all)));
    });
  });
}

/** Prints why a script failed: the output of the failed program, then one line. */
export function reportFailure(error) {
  if (error instanceof ProgramFailure && error.output.trim() !== "") {
    console.error(error.output.trimEnd());
  }
  console.error(`✗ ${error.message}`);
}

function toText(chunks) {
  return Buffer.concat(chunks).toString("utf8");
}
