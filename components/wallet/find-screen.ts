export type WalletScreenName =
  | { screen: "receipts" | "cards" | "add_card" | "claim" | "pair" | "vault" }
  | { screen: "receipt"; paymentId: string }
  | { screen: "card"; cardId: string };

/** What a path below /wallet shows. Undefined for a path that shows nothing. */
export function findScreen(pathname: string): WalletScreenName | undefined {
  const [, wallet, first, second, ...others] = pathname.replace(/\/$/, "").split("/");
  if (wallet !== "wallet" || others.length > 0) return undefined;
  if (first === undefined) return { screen: "receipts" };
  if (second === undefined && first === "cards") return { screen: "cards" };
  if (second === undefined && first === "claim") return { screen: "claim" };
  if (second === undefined && first === "pair") return { screen: "pair" };
  if (second === undefined && first === "vault") return { screen: "vault" };
  if (first === "cards" && second === "add") return { screen: "add_card" };
  if (first === "cards" && second) return { screen: "card", cardId: second };
  if (first === "receipts" && second) return { screen: "receipt", paymentId: second };
  return undefined;
}
