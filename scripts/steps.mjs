import { spawn } from "node:child_process";

/** A program that a step ran ended with an error; `output` is what it had printed. */
export class ProgramFailure extends Error {
  constructor(command, ending, output) {
    super(`${command} ${ending}`);
    this.output = output;
  }
}

/**
 * Runs the work of a step and prints its line with the time it took. `doing` is printed before, for
 * work that takes long enough to wonder.
 */
export async function step(done, work, { doing } = {}) {
  if (doing !== undefined) console.log(`  ${doing} …`);
  const start = performance.now();
  const note = await work();
  const label = typeof note === "string" ? `${done}, ${note}` : done;
  console.log(`✓ ${label.padEnd(36)} ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Runs a program without showing its output and returns it; throws ProgramFailure with it. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) =>
      reject(new ProgramFailure(command, `did not start: ${error.message}`, "")),
    );
    child.on("close", (code, signal) => {
      const output = Buffer.concat(chunks).toString("utf8");
      if (code === 0) return resolve(output);
      const ending = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
      reject(new ProgramFailure([command, ...args].join(" "), ending, output));
    });
  });
}

/** Prints why a script could not go on: the output of the program that failed, then one line. */
export function reportFailure(error) {
  if (error instanceof ProgramFailure && error.output.trim() !== "") {
    console.error(error.output.trimEnd());
  }
  console.error(`✗ ${error.message}`);
}
