import type { KeyedClient } from "./api-client.ts";
import type { TestService } from "./test-service.ts";

/**
 * Lets the code of a till, which calls the service that its page came from with the session of its cashier, call the
 * service with a key. Returns the bodies that it sends.
 */
export function callAsTill(service: Pick<TestService, "url">, { key }: Pick<KeyedClient, "key">) {
  const sent: string[] = [];
  const fetchOfNode = globalThis.fetch;
  globalThis.fetch = (address, init) => {
    if (typeof address !== "string" || !address.startsWith("/")) return fetchOfNode(address, init);
    sent.push(String(init?.body));
    const headers = new Headers(init?.headers);
    headers.delete("X-Environment");
    headers.set("X-API-Key", key);
    return fetchOfNode(`${service.url}${address}`, { ...init, headers });
  };
  return sent;
}
