import type { ProviderEvent } from "#lib/gateways/testing/stand-in.ts";
import { takeNotification } from "#lib/payments/take-notification.ts";
import type { ModelShop } from "./providers.ts";

/** What a provider has to tell of a sale, and whether the service has taken it. */
export class Mailbox {
  readonly #shop: ModelShop;
  /** In the order in which it happened. */
  readonly #events = new Map<string, ProviderEvent>();
  readonly #taken = new Set<string>();

  constructor(shop: ModelShop) {
    this.#shop = shop;
  }

  /** All that has happened by now, however long ago, and however often it was told before. */
  list(): ProviderEvent[] {
    for (const event of this.#shop.provider.standIn?.listEvents() ?? []) {
      if (!this.#events.has(event.id)) this.#events.set(event.id, event);
    }
    return [...this.#events.values()];
  }

  listUntaken(): ProviderEvent[] {
    return this.list().filter(({ id }) => !this.#taken.has(id));
  }

  /** Throws what the service throws. */
  async deliver(event: ProviderEvent): Promise<void> {
    const { provider, connectionId } = this.#shop;
    const delivery = {
      body: new TextEncoder().encode(event.payload),
      headers: new Headers(provider.sign(event)),
      url: "http://localhost/webhook",
    };
    const notification = {
      gateway: provider.gateway,
      connectionId: connectionId ?? "none",
      delivery,
      address: "127.0.0.1",
    };
    await takeNotification(notification);
    this.#taken.add(event.id);
  }
}
