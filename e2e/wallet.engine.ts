import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { HOLD_MS } from "#components/ui/use-hold.ts";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { signIn, test } from "./engines/fixtures.ts";
import { button, link, type Visitor } from "./engines/visitor.ts";
import { pin } from "./seed-vault.ts";
import { payWithCard } from "./wallet-service.ts";

test("a wallet gets a PIN and a card, opens a receipt, and saves a backup", async ({
  visitor,
  request,
}) => {
  await signIn(visitor, "issuer");
  await visitor.goto("/wallet");
  await visitor.fill("A PIN for this wallet", pin);
  await visitor.fill("The same PIN again", pin);
  await visitor.click(button("Use this PIN"));
  await visitor.see("First, add a card");

  const number = createTestCardNumber();
  await visitor.click(link("Add a card"));
  await visitor.fill("Card number", number);
  await visitor.click(button("Add this card"));
  await confirm(visitor);
  await visitor.see("Its key, in words");

  await payWithCard(request, createHash("sha256").update(number).digest("hex"));
  await visitor.click(link(/^Receipts$/));
  await visitor.click({ css: "a[href^='/wallet/receipts/']" });
  await visitor.click(button("Open on this device"), 2 * HOLD_MS);
  await confirm(visitor);
  await visitor.see("Corner Bakery");

  await visitor.click(link("Security"));
  await visitor.fill("Passphrase for the file", "four words of mine");
  await visitor.click(button("Save the backup file"));
  await confirm(visitor);
  await visitor.see("is in your downloads");
  await expect.poll(() => readBackup(visitor.driver.downloads)).toMatchObject({ version: 1 });
});

async function confirm(visitor: Visitor): Promise<void> {
  await visitor.fill(/PIN/, pin);
  await visitor.click(button(/with PIN$/));
}

async function readBackup(folder: string): Promise<unknown> {
  const name = (await readdir(folder)).find((file) => file.endsWith(".json"));
  return name && JSON.parse(await readFile(join(folder, name), "utf8"));
}
