import { createPublicKey } from "node:crypto";
import { type Command, Option } from "commander";
import { usageError } from "./cli-error.ts";
import { readContext } from "./context.ts";
import { describeMoney } from "./describe-payment.ts";
import { nameKey } from "./keys-generate.ts";
import { readPrivateFile } from "./private-file.ts";

type Options = {
  user: string;
  key: string;
  keyId?: string;
  consentMethod?: "passkey" | "pin" | "other";
};

export function addReceiptsOpen(receipts: Command): void {
  receipts
    .command("open <paymentId>")
    .description(
      "Opens a receipt on this machine with a private key: the service sees neither. For tests; a wallet opens them on the cardholder's device.",
    )
    .requiredOption("--user <userId>", "whose receipt it is")
    .requiredOption("--key <file>", "PEM of the device's private key, which only you may read")
    .option("--key-id <id>", "of the registration; derived from the key if not given")
    .addOption(
      new Option("--consent-method <method>", "how the cardholder consented").choices([
        "passkey",
        "pin",
        "other",
      ]),
    )
    .addHelpText(
      "after",
      "\nExample:\n  $ sealslip receipts open pay_… --user usr_… --key device.pem",
    )
    .action(async (paymentId: string, options: Options, command: Command) => {
      const privateKey = await readKey(options.key);
      const { client, out, signal } = await readContext(command);
      const keyId = options.keyId ?? (await deriveKeyId(options.key, privateKey));
      const consent = options.consentMethod && { consentMethod: options.consentMethod };
      const opening = { userId: options.user, keyId, paymentId, privateKey, ...consent };
      const receipt = await client.receipts.open(opening, { signal });
      out.show(receipt, describeReceipt(receipt));
    });
}

async function readKey(path: string): Promise<string> {
  const text = await readPrivateFile(path);
  if (text === undefined) throw usageError(`There is no file ${path}`);
  return text;
}

async function deriveKeyId(path: string, privateKey: string): Promise<string> {
  try {
    return await nameKey(createPublicKey(privateKey));
  } catch {
    throw usageError(`${path} is no private key: PEM, PKCS#8, RSA-2048 or P-256`);
  }
}

function describeReceipt(receipt: Record<string, unknown>) {
  const { amount, totalAmount, currency, merchantName, items, ...others } = receipt;
  const total = typeof totalAmount === "number" ? totalAmount : amount;
  const rest = Object.entries(others).filter(([, value]) => typeof value === "string");
  return {
    merchant: typeof merchantName === "string" ? merchantName : undefined,
    amount: describeMoney({
      amount: typeof total === "number" ? total : undefined,
      currency: typeof currency === "string" ? currency : undefined,
    }),
    items: Array.isArray(items) ? items.length : 0,
    ...Object.fromEntries(rest),
  };
}
