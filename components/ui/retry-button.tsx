export function RetryButton({ retry }: { retry: () => void }) {
  return (
    <button
      type="button"
      onClick={retry}
      className="cursor-pointer bg-pine px-5 py-2.5 font-medium text-on-pine transition-colors hover:bg-pine-deep"
    >
      Try again
    </button>
  );
}
