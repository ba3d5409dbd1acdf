import { notFound } from "next/navigation";

/** For all unknown addresses of the console: sets the status of the answer. */
export default function MissingPage() {
  notFound();
}
