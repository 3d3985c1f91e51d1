import { sitePageAt } from "#shared/site-pages.ts";
import { definePages, type PageModule } from "#web/lib/screens/screens.ts";

const page = <const Path extends string>(path: Path, load: () => Promise<PageModule>) => ({
	path,
	title: sitePageAt(path)?.title ?? "",
	guarded: false,
	load,
});

/** The public pages, and the redirect from `/redirect` to the hub. */
export const siteScreens = definePages([
	page("/", () => import("./home-page.tsx")),
	page("/pricing", () => import("./pricing-page.tsx")),
	page("/contact", () => import("./contact-page.tsx")),
	page("/privacy", () => import("./privacy-page.tsx")),
	page("/terms", () => import("./terms-page.tsx")),
	{ path: "/redirect", title: "Redirecting", guarded: false, load: () => import("./redirect-page.tsx") },
]);
