import { sitePageAt } from "#shared/site-pages.ts";
import type { Screen } from "#web/lib/screens.ts";

const pages: Record<string, Screen["load"]> = {
	"/": () => import("./home-page.tsx"),
	"/pricing": () => import("./pricing-page.tsx"),
	"/contact": () => import("./contact-page.tsx"),
	"/privacy": () => import("./privacy-page.tsx"),
	"/terms": () => import("./terms-page.tsx"),
};

/** The public pages, and the redirect from `/redirect` to the hub. */
export const siteScreens: readonly Screen[] = [
	...Object.entries(pages).map(([path, load]) => ({
		path,
		title: sitePageAt(path)?.title ?? "",
		guarded: false,
		load,
	})),
	{ path: "/redirect", title: "Redirecting", guarded: false, load: () => import("./redirect-page.tsx") },
];
