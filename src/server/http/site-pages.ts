import { brand, brandMeta } from "#shared/brand.ts";
import { accentStyle } from "#shared/brand-colors.ts";
import { escapeHtml } from "#shared/escape-html.ts";
import { type SitePage, sitePageAt, sitePages, siteTitle } from "#shared/site-pages.ts";
import type { Config } from "../config.ts";

type Site = Pick<Config, "baseUrl" | "contactEmail">;

/**
 * The document of the web app's build for a page: public pages have their own small one, which loads the app if the
 * visitor is signed in.
 */
export function documentFor(path: string): "/site.html" | "/index.html" {
	return sitePageAt(path) === null ? "/index.html" : "/site.html";
}

/**
 * Fills a page's document with its title, description and social card, for clients that do not run scripts, with the
 * operator's address, and with the product's name, color and icons. Pages behind sign-in get noindex.
 */
export function renderDocument(path: string, html: string, site: Site): string {
	const page = sitePageAt(path);
	const image = /<meta property="og:image" content="([^"]+)"[^>]*>\s*/.exec(html);
	// The picture shows the default name and logo.
	const shownImage = brand.isDefault ? image?.[1] : undefined;
	const head = page === null ? `<title>${brand.name}</title>` : publicHead(page, shownImage, site.baseUrl);
	const contact = site.contactEmail === null ? "" : meta("name", "contact-email", site.contactEmail);
	const robots = page === null ? meta("name", "robots", "noindex") : "";
	const bare = image === null ? html : html.replace(image[0], "");
	return bare
		.replace(/<link rel="icon"[^>]*>/, iconLink)
		.replace(/<title>[^<]*<\/title>/, () => head + robots + contact + brandHead());
}

/** The link of the icon that tabs show. */
export function iconLink(): string {
	return brand.logo === null
		? '<link rel="icon" href="/icon.svg" type="image/svg+xml" />'
		: `<link rel="icon" href="${escapeHtml(brand.logo)}" />`;
}

/** What the browser reads the brand from (`#shared/brand.ts`), and what installing the app needs. */
function brandHead(): string {
	const { name, accent, icon, logoVersion } = brand;
	return [
		meta("name", brandMeta.name, name),
		...(logoVersion === null ? [] : [meta("name", brandMeta.logo, logoVersion)]),
		...(accent === null ? [] : [`<style>${accentStyle(accent)}</style>`]),
		`<link rel="manifest" href="/app.webmanifest" />`,
		`<link rel="apple-touch-icon" href="${escapeHtml(icon ?? "/icons/apple-180.png")}" />`,
	].join("\n\t\t");
}

function publicHead(page: SitePage, image: string | undefined, baseUrl: string): string {
	const title = siteTitle(page);
	const url = baseUrl + page.path;
	return [
		`<title>${escapeHtml(title)}</title>`,
		meta("name", "description", page.description),
		`<link rel="canonical" href="${escapeHtml(url)}" />`,
		meta("property", "og:type", "website"),
		meta("property", "og:site_name", brand.name),
		meta("property", "og:title", title),
		meta("property", "og:description", page.description),
		meta("property", "og:url", url),
		...(image === undefined
			? []
			: [
					meta("property", "og:image", baseUrl + image),
					meta("property", "og:image:width", "1200"),
					meta("property", "og:image:height", "630"),
					meta("property", "og:image:alt", `The inbox of ${brand.name}`),
				]),
		meta("name", "twitter:card", image === undefined ? "summary" : "summary_large_image"),
	].join("\n\t\t");
}

function meta(kind: "name" | "property", name: string, content: string): string {
	return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

/** The public pages as a sitemap (sitemaps.org). */
export function sitemap({ baseUrl }: Pick<Config, "baseUrl">): string {
	const urls = sitePages.map(({ path }) => `\t<url><loc>${escapeHtml(baseUrl + path)}</loc></url>\n`).join("");
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
}

/** robots.txt: everything may be crawled but the API (RFC 9309). */
export function robots({ baseUrl }: Pick<Config, "baseUrl">): string {
	return `User-agent: *\nDisallow: /api/\n\nSitemap: ${baseUrl}/sitemap.xml\n`;
}
