const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// One Ctrl-C may arrive twice: from the terminal, and passed on by the script that npm runs.
const SAME_PRESS_MS = 1000;

/**
 * Calls `end` at the first signal, or when the script that started this process is gone. A later
 * signal, from somebody who does not want to wait, ends the process as it is.
 */
export function endOnSignals(end: () => void): void {
  let asked: number | undefined;
  const ask = () => {
    if (asked === undefined) {
      asked = performance.now();
      end();
      return;
    }
    if (performance.now() - asked > SAME_PRESS_MS) process.exit(130);
  };
  for (const signal of SIGNALS) process.on(signal, ask);
  process.once("disconnect", ask);
}
