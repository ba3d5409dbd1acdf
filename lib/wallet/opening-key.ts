type Listed = {
  keyId: string | null;
  /** All keys that open it; absent in lists that a device kept from before there were several. */
  keyIds?: readonly string[];
};

/** The key of this device that opens a receipt; undefined if none does. */
export function findOpeningKey(
  { keys }: { keys: readonly { keyId: string }[] },
  { keyId, keyIds = keyId === null ? [] : [keyId] }: Listed,
): string | undefined {
  return keyIds.find((id) => keys.some((key) => key.keyId === id));
}
