import { begin } from "./openings.ts";
import type { ModelShop } from "./providers.ts";
import { comeToRest, compareBooks } from "./rest.ts";
import { ModelSale } from "./sale.ts";

/**
 * One sale, and everything that tills, customers, providers, and processes do to it at random, some of it
 * at the same time; then all comes to rest, and the books are compared. The same seed makes the same
 * choices.
 */
export async function play(shop: ModelShop, seed: number): Promise<void> {
  // What an earlier sale has left behind would be looked through again and again.
  shop.provider.standIn?.reset();
  const sale = new ModelSale(shop, seed);
  await begin(sale, seed);
  const rounds = 3 + sale.draw(6);
  for (let round = 0; round < rounds; round += 1) {
    // Nobody is busy between rounds: who has a claim has died, and nobody waits for the end of it.
    await sale.endClaims();
    const moves = Array.from({ length: 1 + sale.draw(3) }, () => sale.choose(sale.moves));
    await Promise.all(moves.map((move) => move()));
    await sale.countCharges();
  }
  await comeToRest(sale);
  await compareBooks(sale);
}
