import tab from "@bomb.sh/tab/commander";
import { Command } from "commander";
import manifest from "../package.json" with { type: "json" };
import { addDoctor } from "./doctor.ts";
import { addEventsList } from "./events-list.ts";
import { addEventsTail } from "./events-tail.ts";
import { addKeysGenerate } from "./keys-generate.ts";
import { addProfiles } from "./list-profiles.ts";
import { addLogin } from "./login.ts";
import { addLogout } from "./logout.ts";
import { addPaymentsCancel } from "./payments-cancel.ts";
import { addPaymentsCreate } from "./payments-create.ts";
import { addPaymentsGet } from "./payments-get.ts";
import { addPaymentsList } from "./payments-list.ts";
import { addPaymentsRefund } from "./payments-refund.ts";
import { addReceiptsList } from "./receipts-list.ts";
import { addReceiptsOpen } from "./receipts-open.ts";
import { addWebhooksListen } from "./webhooks-listen.ts";
import { addWhoami } from "./whoami.ts";

/** All commands, which are one file each. */
export function createProgram(): Command {
  const program = new Command("sealslip")
    .description("Sealslip in a terminal: payments, receipts, events, and webhooks.")
    .version(manifest.version)
    .option("--profile <name>", "whose key to use (SEALSLIP_PROFILE); default if not given")
    .option("--base-url <url>", "where the service is (SEALSLIP_BASE_URL)")
    .option("--json", "JSON for scripts, one value a line")
    .showHelpAfterError("Add --help for the options and examples.")
    .addHelpText(
      "after",
      "\nSEALSLIP_API_KEY and SEALSLIP_BASE_URL win over a profile. Exit codes: 0 done, 1 refused, 2 wrong usage,\n" +
        "3 no key or scope, 4 no answer, 5 declined, 130 interrupted.",
    )
    .exitOverride();

  addLogin(program);
  addLogout(program);
  addWhoami(program);
  addProfiles(program);
  const payments = program
    .command("payments")
    .description("Take, find, cancel, and refund payments.");
  addPaymentsCreate(payments);
  addPaymentsGet(payments);
  addPaymentsList(payments);
  addPaymentsCancel(payments);
  addPaymentsRefund(payments);
  const receipts = program.command("receipts").description("List and open receipts.");
  addReceiptsList(receipts);
  addReceiptsOpen(receipts);
  addKeysGenerate(program.command("keys").description("Keys of cardholders' devices."));
  const events = program.command("events").description("What happened: listed and followed.");
  addEventsList(events);
  addEventsTail(events);
  addWebhooksListen(program.command("webhooks").description("Webhooks on your own machine."));
  addDoctor(program);
  tab(program, { completionCommandName: "completion" });
  return program;
}
