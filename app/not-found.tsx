import type { Metadata } from "next";
import { Notice } from "#components/ui/notice.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <Notice label="404" title="Page not found">
      <p>The address may be mistyped, or the page may have moved.</p>
      <a href="/" className="inline-block font-medium text-pine underline underline-offset-4">
        Go to the home page
      </a>
    </Notice>
  );
}
