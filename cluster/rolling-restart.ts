import { type Comparison, compareBooks } from "./compare.ts";
import { type Merchant, openClusterShop } from "./merchant.ts";
import type { Stage } from "./stage.ts";

type Restarted = Comparison & {
  sold: number;
  /** Calls without an answer, or with one that says to try again: their statuses, 0 for none. */
  interrupted: number[];
};

const TILLS = 8;

/** Replaces every instance and the worker, one after the other, while the shop sells. */
export async function restartUnderLoad(stage: Stage, merchant: Merchant): Promise<Restarted> {
  const interrupted: number[] = [];
  const shop = openClusterShop(stage, merchant, ({ status = 0 }) => {
    if (status < 200 || status > 299) interrupted.push(status);
  });
  shop.open(TILLS);
  try {
    for (const instance of stage.instances) {
      const code = await instance.end();
      if (code !== 0) throw new Error(`${instance.name} ended with ${code}`);
      await instance.start();
      await stage.balancer.takesUp(instance.name);
    }
    const code = await stage.worker.end();
    if (code !== 0) throw new Error(`the worker ended with ${code}`);
    await stage.worker.start();
  } catch (error) {
    shop.abandon();
    throw error;
  }
  await shop.close();
  const books = await compareBooks(stage, merchant, shop.sales);
  return { ...books, sold: shop.sales.length, interrupted };
}
