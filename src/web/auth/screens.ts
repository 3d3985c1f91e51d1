import { definePages } from "#web/lib/screens/screens.ts";
import type { ProviderId, ProviderReturn } from "#web/lib/session/providers.ts";

const text = (value: unknown) => (value === undefined ? undefined : String(value));

/** Query parameters that Microsoft and Google add to the redirect URI. */
const providerReturn = (raw: Record<string, unknown>): ProviderReturn => ({
	code: text(raw.code),
	state: text(raw.state),
	error: text(raw.error),
	iss: text(raw.iss),
});

const modes = ["sign-in", "sign-up", "forgot", "link", "code"] as const;
/** What the page shows. */
export type AuthMode = (typeof modes)[number];

/** Search parameters of the sign-in page. */
export interface AuthSearch extends ProviderReturn {
	/** Absent: sign-in, or sign-up while no one has an account. */
	mode?: AuthMode;
	/** Path to open after sign-in. */
	redirect?: string;
	/** Asks for sign-in even if a user is signed in. */
	again?: 1;
	email?: string;
	/** From an invitation link. */
	invitation?: string;
}

/** Sign-in, sign-up and the steps around them. */
export const authScreens = definePages([
	{
		path: "/auth",
		title: "Sign in",
		guarded: false,
		load: () => import("./auth-page.tsx"),
		search: (raw): AuthSearch => ({
			mode: modes.find((mode) => mode === raw.mode),
			redirect: text(raw.redirect),
			again: raw.again === undefined ? undefined : 1,
			email: text(raw.email),
			invitation: text(raw.invitation),
			...providerReturn(raw),
		}),
	},
	{
		path: "/auth/callback",
		title: "Signing in",
		guarded: false,
		load: () => import("./callback-page.tsx"),
		search: providerReturn,
	},
	{
		path: "/auth/link",
		title: "Sign in",
		guarded: false,
		load: () => import("./sign-in-link-page.tsx"),
		search: (raw): { redirect?: string } => ({ redirect: text(raw.redirect) }),
	},
	{
		path: "/auth/window",
		title: "Sign in",
		guarded: false,
		load: () => import("./sign-in-window-page.tsx"),
		search: (raw): { provider?: ProviderId } => ({
			provider: raw.provider === "google" || raw.provider === "microsoft" ? raw.provider : undefined,
		}),
	},
	{ path: "/auth/reset", title: "Choose a new password", guarded: false, load: () => import("./reset-page.tsx") },
	{ path: "/auth/verify", title: "Confirm your address", guarded: false, load: () => import("./verify-page.tsx") },
]);
