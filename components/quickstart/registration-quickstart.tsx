"use client";

import { Quickstart } from "./quickstart.tsx";
import { registrationRecipe } from "./registration-recipe.ts";

/** For those who issue cards. */
export function RegistrationQuickstart() {
  return <Quickstart recipe={registrationRecipe} />;
}
