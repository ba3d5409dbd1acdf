import { ImageResponse } from "next/og";

// Drawn once, when the pages are built.
export const dynamic = "force-static";

/** The picture that other sites show for a link to this one: 1200 by 630, as Open Graph recommends. */
export function GET(): Response {
  return new ImageResponse(<Poster />, { width: 1200, height: 630 });
}

// The drawing library knows no tokens: these are the light values of app/globals.css.
const paper = "#f4f1ea";
const slip = "#fffdf8";
const ink = "#23201a";
const muted = "#635c50";
const wax = "#a12a2b";

function Poster() {
  return (
    <div
      style={{
        display: "flex",
        width: "100%",
        height: "100%",
        alignItems: "center",
        justifyContent: "space-between",
        padding: "0 90px",
        background: paper,
        color: ink,
      }}
    >
      <div style={{ display: "flex", flexDirection: "column", width: 640 }}>
        <div style={{ fontSize: 34, color: muted }}>Sealslip</div>
        <div style={{ marginTop: 20, fontSize: 66, lineHeight: 1.05, letterSpacing: "-0.035em" }}>
          Receipts that only the cardholder can read
        </div>
      </div>
      <div
        style={{
          position: "relative",
          display: "flex",
          flexDirection: "column",
          width: 300,
          height: 430,
          padding: 36,
          gap: 22,
          background: slip,
          boxShadow: "0 10px 40px #3c332026",
        }}
      >
        <Line width={150} />
        <Line width={228} />
        <Line width={190} />
        <Line width={228} />
        <Line width={120} />
        <div
          style={{
            position: "absolute",
            right: -50,
            bottom: 60,
            display: "flex",
            alignItems: "center",
            justifyContent: "center",
            width: 130,
            height: 130,
            borderRadius: 65,
            background: wax,
            color: "#e7b3b0",
            fontSize: 64,
          }}
        >
          S
        </div>
      </div>
    </div>
  );
}

function Line({ width }: { width: number }) {
  return <div style={{ width, height: 14, background: "#d6cfc0" }} />;
}
