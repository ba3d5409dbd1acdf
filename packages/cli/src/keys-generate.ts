import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { formatKeyId } from "../../../lib/crypto/key-id.ts";
import { importPublicKey, type KeyKind, keyKinds } from "../../../lib/crypto/recipient-key.ts";
import { usageError } from "./cli-error.ts";
import { readTerminal } from "./context.ts";

type Options = { kind: KeyKind; out?: string };

export function addKeysGenerate(keys: Command): void {
  keys
    .command("generate")
    .summary("make a key pair for a cardholder's device")
    .description(
      "Makes a key pair for a cardholder's device on this machine, for tests. The private key goes into a file that only you may read; nothing is sent.",
    )
    .addOption(new Option("--kind <kind>").choices(keyKinds).default("P-256"))
    .option("--out <file>", "for the private key; <keyId>.pem if not given")
    .addHelpText("after", "\nExample:\n  $ sealslip keys generate --kind RSA-2048 --out device.pem")
    .action(async ({ kind, out: path }: Options, command: Command) => {
      const { out } = readTerminal(command);
      const { publicKey, privateKey } = generate(kind);
      const keyId = await nameKey(publicKey);
      const file = path ?? `${keyId}.pem`;
      await writeNew(file, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
      const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
      const result = { keyId, kind, privateKeyFile: file, publicKey: pem };
      if (out.json) return out.show(result);
      out.show({ keyId, kind, "private key": file });
      process.stdout.write(pem);
    });
}

function generate(kind: KeyKind): { publicKey: KeyObject; privateKey: KeyObject } {
  return kind === "P-256"
    ? generateKeyPairSync("ec", { namedCurve: "P-256" })
    : generateKeyPairSync("rsa", { modulusLength: 2048 });
}

/** The id that the service's own wallet gives a key: `key_` and its RFC 7638 thumbprint. */
export async function nameKey(publicKey: KeyObject): Promise<string> {
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return formatKeyId((await importPublicKey(pem)).thumbprint);
}

/** Never replaces a file: it may be the only copy of another key. */
async function writeNew(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      error.code === "EEXIST" ? `${path} exists` : `${path} cannot be written (${error.code})`,
      "Choose another file with --out.",
    );
  });
}
