import { Time } from "#components/ui/time.tsx";
import type { Queue } from "./use-deliveries.ts";
import type { Endpoint } from "./use-endpoints.ts";

type QueueTextProps = { queue: Queue; endpoint: Pick<Endpoint, "status" | "disabledReason"> };

/** What an endpoint was not sent yet, and when it will be: "16 events wait, next try in 3 minutes". */
export function QueueText({ queue, endpoint }: QueueTextProps) {
  const { waitingEvents, hasMore, pausedUntil } = queue;
  const count = countEvents(waitingEvents, hasMore);
  const isOne = waitingEvents === 1 && !hasMore;
  const wait = isOne ? "waits" : "wait";
  if (endpoint.disabledReason === "paused") return `${count} ${wait} until it is resumed`;
  if (endpoint.status === "disabled") return `${count} missed`;
  if (pausedUntil === null || Date.parse(pausedUntil) < Date.now()) {
    return `${count} ${wait} for ${isOne ? "its" : "their"} first attempt`;
  }
  return (
    <>
      {count} {wait}, next try <Time at={pausedUntil} />
    </>
  );
}

function countEvents(count: number, hasMore: boolean): string {
  const text = count.toLocaleString("en-US");
  if (hasMore) return `At least ${text} events`;
  return count === 1 ? "1 event" : `${text} events`;
}
