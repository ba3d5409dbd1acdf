/** The seal of a receipt, pressed with the S of the house. */
export function WaxSeal({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={className}>
      <defs>
        <radialGradient id="wax" cx="0.36" cy="0.3" r="0.8">
          <stop offset="0" className="[stop-color:var(--color-wax-light)]" />
          <stop offset="0.5" className="[stop-color:var(--color-wax)]" />
          <stop offset="1" className="[stop-color:var(--color-wax-deep)]" />
        </radialGradient>
        <radialGradient id="wax-dish" cx="0.62" cy="0.68" r="0.75">
          <stop offset="0" className="[stop-color:var(--color-wax)]" />
          <stop offset="1" className="[stop-color:var(--color-wax-deep)]" />
        </radialGradient>
      </defs>
      <path d={blob} fill="url(#wax)" />
      <circle cx="60" cy="59.5" r="37.5" fill="url(#wax-dish)" />
      <circle cx="60" cy="60.5" r="37.5" fill="none" className="stroke-wax-light" opacity="0.55" />
      <circle
        cx="60"
        cy="60"
        r="32"
        fill="none"
        className="stroke-wax-deep"
        strokeWidth="1.5"
        strokeDasharray="0.1 5.02"
        strokeLinecap="round"
      />
      <g fill="none" strokeWidth="6.5" strokeLinecap="round">
        <path d={letter} className="stroke-wax-deep" transform="translate(-0.9 -1.1)" />
        <path d={letter} className="stroke-wax-light" transform="translate(0.7 0.9)" />
        <path d={letter} className="stroke-wax" />
      </g>
    </svg>
  );
}

const blob =
  "M110.6 44.3C111.9 50.3 111.5 56.4 111.4 62.5C111.4 68.7 112 75.2 110.2 81.1C108.5 87.1 105.4 93.6 101.1 98.1C96.8 102.5 90.2 105.6 84.4 107.6C78.7 109.6 72.3 109.6 66.3 110.1C60.3 110.6 54.5 111.4 48.5 110.7C42.4 110.1 35.8 108.9 30.2 106.2C24.6 103.5 18.2 99.5 14.6 94.5C11 89.4 9.3 82.1 8.4 76C7.5 69.8 8.5 63.6 9.1 57.5C9.6 51.4 9.9 45.5 11.6 39.6C13.3 33.8 15.3 26.9 19.3 22.3C23.2 17.7 29.6 14 35.3 12C41.1 9.9 47.6 10.5 53.7 9.9C59.8 9.3 65.6 7.9 71.8 8.3C77.9 8.8 85.3 9.4 90.6 12.5C96 15.6 100.5 21.5 103.8 26.8C107.2 32.1 109.4 38.4 110.6 44.3Z";

const letter =
  "M72 47.5C69.5 43.2 65 41.5 60 41.5C53 41.5 47.5 45 47.5 50.5C47.5 62.5 72.5 57 72.5 69.5C72.5 75.5 66.8 79 60 79C54.2 79 49.4 76.8 47 72";
