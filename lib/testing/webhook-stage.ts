import { afterEach, beforeEach } from "node:test";
import { startSender } from "#lib/webhooks/sender.ts";
import { createLogTenant, type LogTenant } from "./webhook-log.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

export type WebhookStage = {
  receiver: WebhookReceiver;
  tenant: LogTenant;
  /**
   * Ends with the test. Each one is a holder of leases of its own, as one in another process is. What hangs does so for
   * `answerMs`, longer than a test takes on a slow machine.
   */
  send(answerMs?: number): { stop(): Promise<void> };
};

/** A receiver, an organization, and senders for each test of this suite. */
export function setUpWebhooks(): WebhookStage {
  const stage = {} as WebhookStage;
  let parts: AsyncDisposableStack;
  beforeEach(async () => {
    parts = new AsyncDisposableStack();
    stage.receiver = parts.use(await startWebhookReceiver());
    stage.tenant = await createLogTenant();
  });
  afterEach(async () => {
    // What hangs would be waited for.
    stage.receiver.release();
    await parts.disposeAsync();
  });
  stage.send = (answerMs = 600_000) => {
    const sender = startSender({ isHeld: () => false, answerMs });
    parts.defer(() => sender.stop());
    return sender;
  };
  return stage;
}
