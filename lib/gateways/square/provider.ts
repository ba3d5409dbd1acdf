import { defineProvider } from "#lib/gateways/provider.ts";
import { squareForm } from "./contract.ts";
import { explainSquareMismatch, squareCredentials } from "./credentials.ts";
import { explainSquareMoney } from "./money.ts";
import { looksSignedBySquare } from "./signature-header.ts";

export const square = defineProvider({
  form: squareForm,
  credentials: squareCredentials,
  // Another account's location is simply not there.
  refusedField: (reason) =>
    /^(locationid|not_found)/i.test(reason) ? "locationId" : "accessToken",
  explainMismatch: explainSquareMismatch,
  explainMoney: explainSquareMoney,
  load: () => import("./square.ts"),
  createGateway: async (credentials, place) =>
    (await import("./square.ts")).createSquare(credentials, place),
  notifications: {
    looksSigned: looksSignedBySquare,
    parse: async (...args) => (await import("./notification.ts")).parseSquareNotification(...args),
  },
});
