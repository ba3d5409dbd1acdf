import { Button } from "#components/ui/button.tsx";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import type { PaidPart, Rest } from "#lib/terminal/split-tender.ts";
import { SettleFirst } from "./settle-first.tsx";
import { ShopMoney } from "./shop-money.tsx";
import { bigButton } from "./till-columns.tsx";

type RestButtonProps = {
  shop: Shop;
  rest: Exclude<Rest<KeptPayment>, { kind: "none" }>;
  /** `parts`: all that cards have paid of the sale. */
  onRest: (parts: PaidPart[]) => void;
  onSettleFirst: (payment: KeptPayment) => void;
};

/** After one of several cards has paid: the next one pays what is left. */
export function RestButton({ shop, rest, onRest, onSettleFirst }: RestButtonProps) {
  if (rest.kind === "undecided") {
    return <SettleFirst payment={rest.payment} onOpen={onSettleFirst} />;
  }
  return (
    <Button className={bigButton} onClick={() => onRest(rest.parts)}>
      <span>
        Take the rest, <ShopMoney shop={shop} amount={rest.amount} />
      </span>
    </Button>
  );
}
