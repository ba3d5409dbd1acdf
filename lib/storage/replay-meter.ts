/** How far the log of the primary was written at a moment of `performance.now()`. */
type Written = { at: number; lsn: number };

/** An hour and more of a standby that replays nothing. */
const MAX_POSITIONS = 5_000;

/**
 * How old the data of a standby is, by positions in the log. Its own word for that, the time of the last commit that it
 * replayed, says "old" while nobody commits, and "up to date" once it has lost its primary.
 */
export function createReplayMeter() {
  /** The oldest first; that is the newest which the standby has, once it has one. */
  const written: Written[] = [];
  const replayed = { lsn: -1 };

  return {
    /** `at` is before the primary was asked. False if the standby has more than the primary: it follows another one. */
    noteWritten({ at, lsn }: Written): boolean {
      const newest = written.at(-1);
      // After a failover, the log goes on from where the new primary had it.
      if (newest && lsn < newest.lsn) written.length = 0;
      if (replayed.lsn > lsn) return false;
      if (written.length === MAX_POSITIONS) written.splice(1, 1);
      written.push({ at, lsn });
      return true;
    },
    noteReplayed(lsn: number): void {
      replayed.lsn = lsn;
      const newest = written.findLastIndex((position) => position.lsn <= lsn);
      if (newest > 0) written.splice(0, newest);
    },
    /** The standby has all that was committed by then; undefined while that is unknown. */
    completeUntil(): number | undefined {
      const [oldest] = written;
      return oldest && oldest.lsn <= replayed.lsn ? oldest.at : undefined;
    },
  };
}
