import { definePages } from "#web/lib/screens/screens.ts";

/** The settings pages. */
export const settingsScreens = definePages([
	{ path: "/settings", title: "Profile · Settings", load: () => import("./profile-page.tsx") },
	{ path: "/settings/accounts", title: "Accounts · Settings", load: () => import("./accounts-page.tsx") },
	{ path: "/settings/security", title: "Security · Settings", load: () => import("./security-page.tsx") },
	{ path: "/settings/keys", title: "API keys · Settings", load: () => import("./keys-page.tsx") },
	{
		path: "/settings/authorize",
		title: "Give access · Settings",
		load: () => import("./authorize-page.tsx"),
		search: (raw): { request?: string } => (raw.request === undefined ? {} : { request: String(raw.request) }),
	},
	{
		path: "/settings/webhooks",
		title: "Webhooks · Settings",
		load: () => import("./webhooks/webhooks-page.tsx"),
	},
	{ path: "/settings/ai", title: "AI · Settings", load: () => import("./ai/ai-page.tsx") },
	{
		path: "/settings/suppressions",
		title: "Suppression list · Settings",
		load: () => import("./suppressions/suppressions-page.tsx"),
	},
	{
		path: "/settings/notifications",
		title: "Notifications · Settings",
		load: () => import("./notifications-page.tsx"),
	},
	{ path: "/settings/appearance", title: "Appearance · Settings", load: () => import("./appearance-page.tsx") },
	{ path: "/settings/plan", title: "Plan · Settings", load: () => import("./plan-page.tsx") },
	{ path: "/settings/data", title: "Your data · Settings", load: () => import("./data-page.tsx") },
]);
