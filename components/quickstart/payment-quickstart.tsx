"use client";

import { paymentRecipe } from "./payment-recipe.ts";
import { Quickstart } from "./quickstart.tsx";

/** For those who take payments. */
export function PaymentQuickstart() {
  return <Quickstart recipe={paymentRecipe} />;
}
