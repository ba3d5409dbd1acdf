import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Not found" };

/** What no other page of the console is. */
export default function MissingPage() {
  notFound();
}
