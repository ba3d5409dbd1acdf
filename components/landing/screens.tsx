/** The merchant's console, whole and large enough to be read. */
export function MerchantScreens() {
  return (
    <div className="space-y-10">
      <Screen
        name="payments"
        alt="The list of payments in the merchant console"
        caption="Every payment: references, amount, and statuses."
      />
      <Screen
        name="payment"
        alt="A payment in the merchant console"
        caption="One of them: its timeline, and its receipt as the service has it."
      />
    </div>
  );
}

/** The card issuer's console. */
export function IssuerScreens() {
  return (
    <Screen
      name="issuer"
      alt="The overview of the issuer console"
      caption="How many cards have a key, how many receipts came, and how many were opened."
    />
  );
}

/** A phone gets a picture of a phone: the other one would be too small. */
function Screen({ name, alt, caption }: Record<"name" | "alt" | "caption", string>) {
  return (
    <figure>
      <figcaption className="mb-3 text-sm text-muted text-pretty">{caption}</figcaption>
      <picture>
        <source
          media={`${phone} and ${dark}`}
          srcSet={`/pictures/${name}-phone-dark.png`}
          {...phoneSize}
        />
        <source media={phone} srcSet={`/pictures/${name}-phone-light.png`} {...phoneSize} />
        <source media={dark} srcSet={`/pictures/${name}-dark.png`} {...deskSize} />
        <img
          src={`/pictures/${name}-light.png`}
          alt={alt}
          {...deskSize}
          loading="lazy"
          className="h-auto w-full border border-line"
        />
      </picture>
    </figure>
  );
}

const phone = "(max-width: 40rem)";
const dark = "(prefers-color-scheme: dark)";
const phoneSize = { width: 390, height: 844 };
const deskSize = { width: 1440, height: 900 };
