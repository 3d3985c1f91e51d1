import type { Screen } from "#web/lib/screens.ts";

/** The public pages. */
export const siteScreens: readonly Screen[] = [
	{ path: "/", title: "Home", guarded: false, load: () => import("./home-page.tsx") },
];
