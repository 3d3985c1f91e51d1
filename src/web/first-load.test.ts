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

/** These chunks and all that they import, except dynamically. */
function withImports(wanted: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
	const names = new Set(wanted.map(({ fileName }) => fileName));
	// The iteration comes to what it adds.
	for (const name of names)
		for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported);
	return chunks.filter(({ fileName }) => names.has(fileName));
}

/** Everything loaded before a page shows: the document's entry, the page's own chunk, and what both import. */
function firstLoad(document: string, page: string): Rolldown.OutputChunk[] {
	const wanted = chunks.filter(({ facadeModuleId: id }) => id?.endsWith(document) || id?.endsWith(page));
	expect(wanted.length, `the chunks of ${page}`).toBe(2);
	return withImports(wanted);
}

const size = (loaded: readonly Rolldown.OutputChunk[]) =>
	loaded.reduce((sum, { code }) => sum + brotliCompressSync(code).byteLength, 0);

it.each(["site/home-page.tsx", "auth/auth-page.tsx", "hub/web/hub-page.tsx"])("loads %s within the budget", (page) => {
	expect(size(firstLoad("/index.html", page))).toBeLessThan(budget);
});

it.each(["home", "pricing", "privacy", "terms"])("shows visitors the page %s for less than half of that", (page) => {
	expect(size(firstLoad("/site.html", `site/${page}-page.tsx`))).toBeLessThan(visitorBudget);
});

it("loads every page in few scripts", () => {
	const pages = chunks.flatMap(({ facadeModuleId: id }) => (id?.endsWith("-page.tsx") ? [id] : []));
	expect(pages.length).toBeGreaterThan(30);
	for (const page of pages) expect(firstLoad("/index.html", page).length, page).toBeLessThanOrEqual(10);
});

it("has no chunks that import each other", () => {
	for (const chunk of chunks) {
		const imported = chunks.filter(({ fileName }) => chunk.imports.includes(fileName));
		expect(withImports(imported), chunk.fileName).not.toContain(chunk);
	}
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
