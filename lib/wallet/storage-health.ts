export type StorageHealth = {
  /** `at_risk`: the browser may delete the keys when space gets short. */
  state: "kept" | "at_risk" | "unknown";
  usedBytes: number | undefined;
  availableBytes: number | undefined;
};

/** Whether the browser guarantees to keep what the wallet stores. */
export async function readStorageHealth(): Promise<StorageHealth> {
  const [persisted, estimate] = await Promise.all([
    navigator.storage?.persisted?.(),
    navigator.storage?.estimate?.(),
  ]);
  return {
    state: nameState(persisted),
    usedBytes: estimate?.usage,
    availableBytes: estimate?.quota,
  };
}

/** Requests persistent storage; some browsers ask the cardholder, others decide on their own. */
export async function askForPersistence(): Promise<StorageHealth> {
  await navigator.storage?.persist?.();
  return await readStorageHealth();
}

function nameState(persisted: boolean | undefined): StorageHealth["state"] {
  if (persisted === undefined) return "unknown";
  return persisted ? "kept" : "at_risk";
}
