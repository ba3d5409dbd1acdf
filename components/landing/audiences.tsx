/** What the service is to each of those who integrate it. */
export function Audiences() {
  return (
    <section aria-labelledby="audiences">
      <h2 id="audiences" className="font-semibold">
        Who builds on it
      </h2>
      <dl className="mt-2 space-y-1.5 text-sm">
        {audiences.map(({ who, what }) => (
          <div key={who}>
            <dt className="inline font-medium">{who}.</dt>{" "}
            <dd className="inline text-muted">{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const audiences = [
  {
    who: "POS engineers",
    what: "One call per payment, safe to retry: the same body never charges twice.",
  },
  {
    who: "Issuers",
    what: "Register a card hash and a public key, then grant one opening per consent.",
  },
  {
    who: "Product teams",
    what: "Itemized receipts in the bank app, without a store of what people bought.",
  },
];
