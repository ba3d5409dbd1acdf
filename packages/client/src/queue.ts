export {
  createTillQueue,
  type QueueStatus,
  type RetryChanges,
  type TillQueue,
} from "../../../lib/client/queue/create-till-queue.ts";
export type { Entry, EntryError, EntryState } from "../../../lib/client/queue/entry.ts";
export type { StorageLoss } from "../../../lib/client/queue/ledger.ts";
export { QueueError, type QueueErrorCode } from "../../../lib/client/queue/queue-error.ts";
export type { TillQueueOptions } from "../../../lib/client/queue/queue-options.ts";
export type {
  LockOptions,
  Opened,
  QueueStorage,
  Value,
  Writes,
} from "../../../lib/client/queue/queue-storage.ts";
export type { Sent } from "../../../lib/client/queue/run-sender.ts";
export type { SealingOptions } from "../../../lib/client/queue/seal-sale.ts";
export type { Stop } from "../../../lib/client/queue/send-entries.ts";
