import { totpSecretContext } from "#lib/accounts/codes.ts";
import { credentialsContext } from "#lib/gateways/credentials.ts";
import { log } from "#lib/log/logger.ts";
import { letterContext } from "#lib/mail/queue-letter.ts";
import { clientSecretContext } from "#lib/payments/record-outcome.ts";
import { gatewayRequestContext } from "#lib/payments/seal.ts";
import { pinShareContext } from "#lib/pins/share.ts";
import { pushTargetContext } from "#lib/push/subscribe.ts";
import { matchContext } from "#lib/receipts/match-data.ts";
import { type EncryptedColumnName, encryptedColumns } from "#lib/secrets/encrypted-columns.ts";
import { fingerprintKeyContext } from "#lib/secrets/fingerprint-keys.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { webhookSecretContext } from "#lib/webhooks/secrets.ts";
import {
  advanceMove,
  beginMove,
  type OldValue,
  selectLastValue,
  selectPage,
  updateValues,
} from "./store.ts";

/** The context that a value is bound to, from the expressions of its column for its row. */
const contexts: Record<EncryptedColumnName, (parts: string[]) => string> = {
  clientSecret: ([paymentId = ""]) => clientSecretContext(paymentId),
  matchData: ([paymentId = ""]) => matchContext(paymentId),
  matchDataOfEvent: ([paymentId = ""]) => matchContext(paymentId),
  matchDataInOutbox: ([paymentId = ""]) => matchContext(paymentId),
  gatewayRequest: ([paymentId = ""]) => gatewayRequestContext(paymentId),
  credentials: ([organizationId = "", environment = "", gateway = "", provider = ""]) =>
    credentialsContext({ organizationId, environment, gateway, provider }),
  totpSecret: ([memberId = ""]) => totpSecretContext(memberId),
  pushTarget: ([id = ""]) => pushTargetContext(id),
  letter: ([mailId = ""]) => letterContext(mailId),
  pinShare: ([pinId = ""]) => pinShareContext(pinId),
  fingerprintKey: ([version = ""]) => fingerprintKeyContext(version),
  webhookSecret: ([endpointId = ""]) => webhookSecretContext(endpointId),
  previousWebhookSecret: ([endpointId = ""]) => webhookSecretContext(endpointId),
};

const columnNames = Object.keys(encryptedColumns) as EncryptedColumnName[];

/**
 * Re-encrypts values of an earlier column key. A pass continues where the last one stopped, and skips rows
 * that are in use; returns when to try those again.
 */
export async function moveColumns(): Promise<Date | undefined> {
  if (serviceSecrets().keyring.versions.length === 1) return undefined;

  let skipped = 0;
  for (const name of columnNames) skipped += await moveColumn(name);
  return skipped > 0 ? new Date(Date.now() + RETRY_MS) : undefined;
}

const RETRY_MS = 60_000;
const PAGE_ROWS = 500;

/** Returns how many old values are left, because other transactions held their rows. */
async function moveColumn(name: EncryptedColumnName): Promise<number> {
  const version = serviceSecrets().keyring.currentVersion;
  const label = `${encryptedColumns[name].table}.${encryptedColumns[name].column}`;
  let cursor = await beginMove(label, version);
  const total = { moved: 0, skipped: 0 };
  for (;;) {
    const page = await selectPage(name, { version, after: cursor, rows: PAGE_ROWS });
    const moved = await updateValues(
      name,
      page.old.map((old) => ({ ...old, fresh: encryptAgain(name, old) })),
    );
    total.moved += moved;
    total.skipped += page.old.length - moved;
    await advanceMove(label, { cursor: page.last, moved });
    if (page.last === null) break;
    cursor = page.last;
  }
  if (total.moved > 0) log().info({ column: label, version, ...total }, "column re-encrypted");
  return total.skipped;
}

function encryptAgain(name: EncryptedColumnName, { value, context }: OldValue) {
  const { keyring } = serviceSecrets();
  const bound = contexts[name](context);
  return keyring.encrypt(keyring.decrypt(new Uint8Array(value), bound), bound);
}

/** Opens one value of each encrypted column, and returns how many columns had one. Throws CryptoError. */
export async function openColumns(): Promise<number> {
  const { keyring } = serviceSecrets();
  let opened = 0;
  for (const name of columnNames) {
    const last = await selectLastValue(name);
    if (!last) continue;
    keyring.decrypt(new Uint8Array(last.value), contexts[name](last.context));
    opened += 1;
  }
  return opened;
}
