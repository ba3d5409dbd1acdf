import { execFile } from "node:child_process";
import { chown } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SystemAccount } from "#lib/storage/embedded/account.ts";

export type MachineCertificate = { ca: string; certificate: string; key: string };

const run = promisify(execFile);
const KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes".split(" ");

/** As docs/restore.md says: an authority of their own, and a certificate for each machine. All of them answer at loopback. */
export async function createMachineCertificates(
  folder: string,
  machines: readonly string[],
  account: SystemAccount | undefined,
): Promise<Map<string, MachineCertificate>> {
  const ca = join(folder, "ca.crt");
  const caKey = join(folder, "ca.key");
  const files = ["-keyout", caKey, "-out", ca];
  await openssl(["-x509", ...KEY, "-days", "3650", "-subj", "/CN=Sealslip backups", ...files]);
  const certificates = new Map<string, MachineCertificate>();
  for (const machine of machines) {
    const certificate = join(folder, `${machine}.crt`);
    const key = join(folder, `${machine}.key`);
    await openssl([
      ...["-x509", "-CA", ca, "-CAkey", caKey, ...KEY, "-days", "825", "-extensions", "usr_cert"],
      // pgBackRest compares names alone, also with an address.
      ...["-subj", `/CN=${machine}`, "-addext", "subjectAltName=DNS:127.0.0.1"],
      ...["-keyout", key, "-out", certificate],
    ]);
    if (account) await chown(key, account.uid, account.gid);
    certificates.set(machine, { ca, certificate, key });
  }
  return certificates;
}

async function openssl(args: readonly string[]): Promise<void> {
  await run("openssl", ["req", ...args]);
}
