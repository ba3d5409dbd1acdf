import { HOLD_MS } from "#components/ui/use-hold.ts";
import { test } from "./engines/fixtures.ts";
import { button, link } from "./engines/visitor.ts";
import { pin } from "./seed-vault.ts";

test("a stranger pays, adds the card to a wallet, and opens the receipt", {
  tag: "@firefox-short",
}, async ({ visitor }) => {
  await visitor.goto("/");
  await visitor.click(link("Buy a coffee, open the receipt"));
  await visitor.click(button("Tap to pay"));
  await visitor.see("Your receipt is waiting");
  await visitor.fill("Choose a PIN", pin);
  await visitor.fill("The same PIN again", pin);
  await visitor.click(button("Add to wallet"));
  await visitor.click(button("Allow once"), 2 * HOLD_MS);
  await visitor.see("For returns, show this code.");
  await visitor.click(link("Open the full wallet"));
  await visitor.click({ css: "a[href^='/wallet/receipts/']" });
  await visitor.see("$9.80");
});
