/** To the landing page, which is always a new document: no router is needed. */
export function HomeLink() {
  return (
    <a href="/" className="inline-flex items-center gap-2.5 text-lg font-semibold tracking-tight">
      <Mark className="size-8" />
      Sealslip
    </a>
  );
}

/** A slip with a torn edge and its seal. Decorative: the name is beside it. */
function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        d="M5.75 3.75h16.5v24l-2.75-2.5-2.75 2.5-2.75-2.5-2.75 2.5-2.75-2.5-2.75 2.5z"
        className="fill-slip stroke-ink"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="M9.75 9h8.5M9.75 13h5"
        className="stroke-ink"
        fill="none"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <circle cx="22" cy="18" r="6.75" className="fill-wax stroke-paper" strokeWidth="1.5" />
      <circle cx="22" cy="18" r="3.4" className="stroke-wax-light" fill="none" strokeWidth="1.25" />
    </svg>
  );
}
