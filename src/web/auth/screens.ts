import type { Screen } from "#web/lib/screens.ts";

/** Sign-in and sign-up. */
export const authScreens: readonly Screen[] = [
	{
		path: "/auth",
		title: "Sign in",
		guarded: false,
		load: () => import("./auth-page.tsx"),
		search: (raw) => ({
			mode: raw.mode === "sign-up" ? "sign-up" : undefined,
			redirect: typeof raw.redirect === "string" ? raw.redirect : undefined,
		}),
	},
];
