import { type EncryptedColumnName, encryptedColumns } from "#lib/secrets/encrypted-columns.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { contextOf } from "./move-columns.ts";
import { selectLastValue } from "./store.ts";

/** Opens one value of each encrypted column, and returns how many had any. Throws CryptoError. */
export async function openColumns(): Promise<number> {
  const { keyring } = serviceSecrets();
  let opened = 0;
  for (const name of Object.keys(encryptedColumns) as EncryptedColumnName[]) {
    const last = await selectLastValue(name);
    if (!last) continue;
    keyring.decrypt(new Uint8Array(last.value), contextOf(name, last.context));
    opened += 1;
  }
  return opened;
}
