import { notFound } from "next/navigation";

/** Whatever no page of the console is at: it gives the answer its status. */
export default function MissingPage() {
  notFound();
}
