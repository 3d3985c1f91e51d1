import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type BrandSettings, defaultBrand, setBrand } from "#shared/brand.ts";
import { sitePages } from "#shared/site-pages.ts";
import { type AppUnderTest, openApp } from "#test/http/app.ts";

const baseUrl = "http://localhost:3000";
let root: string;
let app: AppUnderTest;

beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "mailstead-site-"));
	await mkdir(join(root, "assets"));
	await writeFile(
		join(root, "index.html"),
		'<head><title></title><link rel="icon" href="/icon.svg" type="image/svg+xml" /></head>the app',
	);
	await writeFile(
		join(root, "site.html"),
		'<head><title>Mailstead</title>\n<meta property="og:image" content="/assets/social-1.png" />\n</head>the site',
	);
	app = await openApp({ webRoot: root, config: { baseUrl, contactEmail: 'desk"@example.org' } });
});
afterAll(async () => {
	await app.close();
	await rm(root, { recursive: true });
});

const text = async (path: string) => (await app.request(path)).text();

describe("public pages", () => {
	it("have their own small document, each with a title and a description", async () => {
		const titles = new Set<string>();
		for (const { path, description } of sitePages) {
			const html = await text(path);
			expect(html).toContain("the site");
			expect(html).toContain(`<meta name="description" content="${description}" />`);
			expect(html).toContain(`<link rel="canonical" href="${baseUrl}${path}" />`);
			expect(html.match(/<title>/g)).toHaveLength(1);
			titles.add(/<title>([^<]+)/.exec(html)?.[1] ?? "");
		}
		expect([...titles]).toContain("Pricing · Mailstead");
		expect(titles.size).toBe(sitePages.length);
	});

	it("have a social card with an absolute image URL", async () => {
		const html = await text("/");
		expect(html.match(/og:image"/g)).toHaveLength(1);
		expect(html).toContain(`<meta property="og:image" content="${baseUrl}/assets/social-1.png" />`);
		expect(html).toContain('<meta property="og:title" content="Mailstead · ');
	});

	it("contain the operator's address, properly escaped", async () => {
		expect(await text("/contact")).toContain('<meta name="contact-email" content="desk&quot;@example.org" />');
	});

	it("are cached like files", async () => {
		const first = await app.request("/pricing", { headers: { "accept-encoding": "br" } });
		expect(first.headers.get("cache-control")).toBe("no-cache");
		const etag = first.headers.get("etag") ?? "";
		const again = await app.request("/pricing", { headers: { "accept-encoding": "br", "if-none-match": etag } });
		expect(again.status).toBe(304);
		expect((await app.request("/terms", { headers: { "if-none-match": etag } })).status).toBe(200);
	});
});

describe("other pages", () => {
	it("serve the app, with noindex", async () => {
		for (const path of ["/inbox", "/auth", "/tool/unsubscriber", "/pricing/more", "/nowhere"]) {
			const html = await text(path);
			expect(html).toContain("the app");
			expect(html).toContain('<meta name="robots" content="noindex" />');
		}
		expect(await text("/")).not.toContain("noindex");
	});
});

describe("the operator's brand", () => {
	const custom: BrandSettings = { name: `Acme & "Mail" $'`, senderName: null, accent: "#7c3aed", logo: "abc-1" };
	afterEach(() => setBrand(defaultBrand));

	it("is in every document: name, color and icons", async () => {
		setBrand(custom);
		for (const path of ["/", "/pricing", "/inbox", "/operator/brand", "/nowhere"]) {
			const html = await text(path);
			expect(html).toContain('<meta name="application-name" content="Acme &amp; &quot;Mail&quot; $');
			expect(html).toContain('<meta name="application-logo" content="abc-1" />');
			expect(html).toMatch(/<style>:root\{--accent:oklch\([\d. ]+\);.+:root\[data-theme="dark"\]\{--accent:/);
			expect(html).toContain('<link rel="apple-touch-icon" href="/brand/icon?v=abc-1" />');
			expect(html).not.toMatch(/Mailstead|og:image/);
		}
		expect(await text("/inbox")).toContain('<link rel="icon" href="/brand/logo?v=abc-1" />');
	});

	it("is the default without one, and the design's color is in no document", async () => {
		const html = await text("/inbox");
		expect(html).toContain('<meta name="application-name" content="Mailstead" />');
		expect(html).toContain('<link rel="icon" href="/icon.svg" type="image/svg+xml" />');
		expect(html).not.toMatch(/application-logo|<style>/);
	});

	it("changes the ETag", async () => {
		const etag = (await app.request("/inbox")).headers.get("etag") ?? "";
		const again = () => app.request("/inbox", { headers: { "if-none-match": etag } });
		expect((await again()).status).toBe(304);
		setBrand(custom);
		expect((await again()).status).toBe(200);
		setBrand(defaultBrand);
		expect((await again()).status).toBe(304);
	});
});

describe("search engines", () => {
	it("can index only the public pages", async () => {
		const reply = await app.request("/sitemap.xml");
		expect(reply.headers.get("content-type")).toMatch(/^application\/xml/);
		const listed = [...(await reply.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);
		expect(listed).toEqual(sitePages.map(({ path }) => baseUrl + path));
	});

	it("get a sitemap and robots.txt", async () => {
		const reply = await app.request("/robots.txt");
		expect(reply.headers.get("content-type")).toMatch(/^text\/plain/);
		expect(await reply.text()).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${baseUrl}/sitemap.xml\n`);
	});
});
