import { brotliCompressSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

/** Compressed bytes as the server sends them: of the app, and of the public pages as visitors get them. */
const budget = 200_000;
const visitorBudget = 90_000;

let chunks: Rolldown.OutputChunk[];
let routes: string[];

beforeAll(async () => {
	// Otherwise Vite uses React's development build.
	vi.stubEnv("NODE_ENV", "production");
	const result = await build({ configFile: "vite.config.ts", logLevel: "silent", build: { write: false } });
	const outputs = Array.isArray(result) ? result : [result];
	const items = outputs.flatMap((output) => ("output" in output ? output.output : []));
	chunks = items.filter((item) => item.type === "chunk");
	routes = items.flatMap((item) =>
		item.type === "asset" && item.fileName === "routes.json" ? (JSON.parse(String(item.source)) as string[]) : [],
	);
});

afterAll(() => vi.unstubAllEnvs());

/** Size of everything loaded before a page shows: the document's entry, the page's own chunk, and what both import. */
function firstLoad(document: string, page: string): number {
	const wanted = chunks.filter(({ facadeModuleId: id }) => id?.endsWith(document) || id?.endsWith(page));
	expect(wanted.length, `the chunks of ${page}`).toBe(2);
	const names = new Set<string>();
	const add = (chunk: Rolldown.OutputChunk | undefined) => {
		if (!chunk || names.has(chunk.fileName)) return;
		names.add(chunk.fileName);
		for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
	};
	for (const chunk of wanted) add(chunk);
	return chunks
		.filter(({ fileName }) => names.has(fileName))
		.reduce((sum, { code }) => sum + brotliCompressSync(code).byteLength, 0);
}

it.each(["site/home-page.tsx", "auth/auth-page.tsx", "hub/web/hub-page.tsx"])("loads %s within the budget", (page) => {
	expect(firstLoad("/index.html", page)).toBeLessThan(budget);
});

it.each(["home", "pricing", "privacy", "terms"])("shows visitors the page %s for less than half of that", (page) => {
	expect(firstLoad("/site.html", `site/${page}-page.tsx`)).toBeLessThan(visitorBudget);
});

it("writes the URLs of all pages for the server", () => {
	for (const path of ["/", "/auth", "/inbox/{-$emailId}", "/tool/unsubscriber", "/settings/security", "/operator/jobs"])
		expect(routes).toContain(path);
});

it("ships no page of the component gallery", () => {
	expect(chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.includes("/web/gallery/"))).toEqual([]);
});

it("loads charts and the parser of imports only where they are shown", () => {
	const entries = new Set(
		chunks.filter(({ facadeModuleId: id }) => id?.endsWith(".html")).flatMap((chunk) => chunk.imports),
	);
	const early = chunks.filter(({ fileName }) => entries.has(fileName)).flatMap(({ moduleIds }) => moduleIds);
	expect(early.filter((id) => /node_modules\/(d3-|papaparse)/.test(id))).toEqual([]);
});
