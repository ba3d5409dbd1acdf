import { announce, currentCount, measure, onService, registerCards } from "./measure-short.ts";

const CARDHOLDERS = 200;

announce("grants of access to receipts");

await onService("server.ts", 1, async (service) => {
  const holders = await registerCards(service, CARDHOLDERS);
  const body = () => {
    const { userId, keyId } = holders[currentCount() % holders.length] ?? {};
    return { userId, keyId, consentMethod: "pin" };
  };
  await measure(service, { name: "grant access", path: "/api/v1/keys/grant-access", body });
});
