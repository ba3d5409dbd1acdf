import pg from "pg";
import { histogram } from "#lib/metrics/instruments.ts";

const waits = histogram({
  name: "sealslip_db_pool_wait_seconds",
  help: "How long callers waited for a connection while all of the pool were taken",
  labels: [],
  bounds: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
});

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A pool that says how long it keeps callers waiting. */
export class MeasuredPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback) {
    const end = this.#startWait();
    if (!callback) return super.connect().finally(end);
    return super.connect((...result) => {
      end();
      callback(...result);
    });
  }

  #startWait(): () => void {
    const isFull = this.idleCount === 0 && this.totalCount >= (this.options.max ?? 0);
    if (!isFull) return () => undefined;
    const startedAt = performance.now();
    return () => waits.observe((performance.now() - startedAt) / 1000);
  }
}
