// Contact sheets: many pictures on one, each with its name below. A plan says what goes where.
//   node e2e/sheets.ts plan.json
import { readFileSync } from "node:fs";
import { launch } from "./browser.ts";

interface ContactSheet {
  readonly path: string;
  /** How wide the whole is, and how high each picture. */
  readonly width: number;
  readonly high: number;
  /** The pictures alone, side by side: no names, nothing around them. */
  readonly bare: boolean;
  /** Pictures of one group stand together: a board and its mock-up. */
  readonly groups: readonly (readonly { readonly path: string; readonly name: string }[])[];
}

const [file] = process.argv.slice(2) as [string];
const plan = JSON.parse(readFileSync(file, "utf8")) as readonly ContactSheet[];
const browser = await launch();
try {
  const page = await (await browser.newContext()).newPage();
  for (const { path, width, high, bare, groups } of plan) {
    await page.setViewportSize({ width, height: 400 });
    const figures = groups.map((group) => {
      const inside = group.map(({ path: picture, name }) => `<figure><img src="data:image/png;base64,${readFileSync(picture).toString("base64")}">${bare ? "" : `<figcaption>${name}</figcaption>`}</figure>`);
      return `<div>${inside.join("")}</div>`;
    });
    await page.setContent(`<style>
      body { margin: 12px; display: flex; flex-wrap: wrap; gap: 12px; background: #222; font: 13px system-ui; color: #fff }
      div { display: flex; gap: 4px; padding: 4px; background: #444 } figure { margin: 0 } img { display: block; height: ${high}px; max-width: ${width - 60}px; object-fit: contain }
      ${bare ? "body { margin: 0; flex-wrap: nowrap; background: #fff } div { padding: 0; background: none } img { border-radius: 18px }" : ""}
    </style>${figures.join("")}`);
    await page.screenshot({ path, fullPage: true, ...(path.endsWith(".jpg") && { type: "jpeg", quality: 80 }) });
  }
  console.log(`${plan.length} contact sheets`);
} finally {
  await browser.close();
}
