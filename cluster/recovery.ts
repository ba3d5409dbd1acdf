import { findRecoveryPrograms, RECOVERY_PACKAGES } from "./programs.ts";
import { runRecovery } from "./recovery-trial.ts";
import { runTrial } from "./run-trial.ts";

// npm run cluster -- recovery: all PostgreSQL are lost, and the service comes back as of a moment, by pgBackRest.

/** For what hangs: it takes five to ten minutes, and more on a busy machine. */
const DEADLINE_MS = 30 * 60_000;

const programs = findRecoveryPrograms();
if (!programs) {
  console.log(`skipped: patroni, etcd, or pgbackrest not found: ${RECOVERY_PACKAGES}`);
} else {
  await runTrial({ deadlineMs: DEADLINE_MS }, (parts) => runRecovery(programs, parts));
}
