import type { Metadata } from "next";
import { AccessLogScreen } from "#components/access-log/access-log-screen.tsx";

export const metadata: Metadata = { title: "Access log" };

export default function AccessLogPage() {
  return <AccessLogScreen />;
}
