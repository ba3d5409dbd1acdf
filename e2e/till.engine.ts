import { signIn, test } from "./engines/fixtures.ts";
import { button, radio } from "./engines/visitor.ts";

test("a till rings up, and a card pays", async ({ visitor }) => {
  await signIn(visitor, "merchant");
  await visitor.goto("/terminal");
  await visitor.click(button(/^Flat white/));
  await visitor.click(button(/^Flat white/));
  await visitor.click(button(/^Charge/));
  await visitor.see("Which card pays?");
  await visitor.click(radio("4242"));
  await visitor.see("Hashed on this page.");
  await visitor.click(button("Tap card"));
  await visitor.see("Approved");
  await visitor.click(button("New sale"));
  await visitor.see("Nothing rung up yet");
});
