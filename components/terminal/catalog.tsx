import {
  Apple,
  BatteryFull,
  Bean,
  Beer,
  CakeSlice,
  Cherry,
  Coffee,
  Cookie,
  Croissant,
  CupSoda,
  Dessert,
  Donut,
  Drumstick,
  EggFried,
  GlassWater,
  IceCreamCone,
  Leaf,
  type LucideIcon,
  Milk,
  Salad,
  Sandwich,
  Soup,
  Triangle,
  Umbrella,
  Wheat,
} from "lucide-react";
import { type Basket, quantityOf } from "#lib/terminal/basket.ts";
import type { CatalogItem, Picture, Shop } from "#lib/terminal/shop.ts";
import { formatRate, formatWeight, ShopMoney } from "./shop-money.tsx";

type CatalogProps = { shop: Shop; basket: Basket; onAdd: (itemId: string) => void };

/** What the shop sells, a key each. */
export function Catalog({ shop, basket, onAdd }: CatalogProps) {
  return (
    <section aria-label="Catalog">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-2.5 sm:grid-cols-3 sm:gap-3 xl:grid-cols-4">
        {shop.items.map((item) => (
          <li key={item.itemId}>
            <ItemKey
              shop={shop}
              item={item}
              quantity={quantityOf(basket, item.itemId)}
              onAdd={() => onAdd(item.itemId)}
            />
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        {shop.taxClasses.map(({ code, label, rate }) => (
          <span key={code}>
            <span className="font-mono">{code}</span> {label}
            {rate > 0 ? ` ${formatRate(rate, shop.locale)}` : ""}
          </span>
        ))}
        <span>{shop.pricesIncludeTax ? "Prices include tax" : "Prices without tax"}</span>
      </p>
    </section>
  );
}

type ItemKeyProps = { shop: Shop; item: CatalogItem; quantity: number; onAdd: () => void };

function ItemKey({ shop, item, quantity, onAdd }: ItemKeyProps) {
  const Icon = pictureIcons[item.picture];
  return (
    <button
      type="button"
      onClick={onAdd}
      className={`relative flex h-full min-h-34 w-full xl:min-h-42 cursor-pointer touch-manipulation flex-col border bg-slip p-3.5 text-left transition-[background-color,border-color,translate] select-none hover:border-ink active:bg-copy motion-safe:active:translate-y-px ${quantity > 0 ? "border-pine" : "border-line"}`}
    >
      <Icon
        aria-hidden="true"
        className={`size-6 shrink-0 ${quantity > 0 ? "text-pine" : "text-muted"}`}
        strokeWidth={1.4}
      />
      <span className="mt-3 grow">
        <span lang={shop.locale} className="block leading-5 font-medium break-words hyphens-auto">
          {item.name}
        </span>
        {item.hint ? <span className="block text-xs text-muted">{item.hint}</span> : null}
        {item.kilograms ? (
          <span className="block text-xs text-muted">
            {formatWeight(item.kilograms, shop)} a tap
          </span>
        ) : null}
      </span>
      <span className="mt-2 flex items-baseline justify-between gap-2">
        <span className="min-w-0">
          <ShopMoney shop={shop} amount={item.unitPrice} />
          {item.kilograms ? <span className="text-xs text-muted"> a kg</span> : null}
        </span>
        <span className="font-mono text-2xs text-muted">
          <span className="sr-only">tax </span>
          {item.taxCode}
        </span>
      </span>
      {quantity > 0 ? (
        <span className="absolute top-0 right-0 grid h-7 min-w-7 place-items-center bg-pine px-1.5 text-sm font-medium text-on-pine">
          <span>
            {quantity}
            <span className="sr-only"> in the basket</span>
          </span>
        </span>
      ) : null}
    </button>
  );
}

const pictureIcons: Record<Picture, LucideIcon> = {
  coffee: Coffee,
  cup: CupSoda,
  leaf: Leaf,
  croissant: Croissant,
  muffin: Dessert,
  salad: Salad,
  sandwich: Sandwich,
  beans: Bean,
  milk: Milk,
  loaf: Wheat,
  cake: CakeSlice,
  cherry: Cherry,
  apple: Apple,
  rice: Triangle,
  chicken: Drumstick,
  bun: Donut,
  noodles: Soup,
  tea: GlassWater,
  ice_cream: IceCreamCone,
  beer: Beer,
  umbrella: Umbrella,
  battery: BatteryFull,
  egg: EggFried,
  cookie: Cookie,
};
