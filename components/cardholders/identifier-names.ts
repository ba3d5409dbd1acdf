import type { ListedIdentifier } from "./use-identifiers.ts";

export const identifierNames: Record<ListedIdentifier["kind"], string> = {
  card: "Card",
  par: "Account reference (PAR)",
  phone: "Phone number",
  email: "Email address",
  reference: "Customer number",
};
