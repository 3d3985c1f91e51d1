import { tabStorage } from "./device-storage.ts";

/** Storage key: where to go after signing in, kept across an external sign-in page. */
const storageKey = "auth_redirect";

/** Whether it is a path of this site: `//host` and `/\host` are not. */
export function isLocalPath(path: string): boolean {
	if (!/^\/(?![/\\])/.test(path)) return false;
	const origin = "https://here.invalid";
	return URL.canParse(path, origin) && new URL(path, origin).origin === origin;
}

/**
 * Never redirects to another sign-in page, except to a pending link confirmation, the end of signing in with a window of
 * its own, and the pages that connect mailboxes.
 */
function isRedirectAllowed(path: string): boolean {
	return (
		isLocalPath(path) &&
		(!/^\/auth(?![\w-])/.test(path) || /^\/auth\/(verify|window|gmail\/start|outlook\/start)/.test(path))
	);
}

export function rememberRedirect(path: string | undefined): void {
	if (path !== undefined && isRedirectAllowed(path)) tabStorage.setItem(storageKey, path);
}

/** The page the user was going to, or the home page. Clears the stored value. @param home as `useDashboard` gives it */
export function consumeRedirect(home: string, requested?: string): string {
	const stored = tabStorage.getItem(storageKey) ?? undefined;
	tabStorage.removeItem(storageKey);
	return [requested, stored].find((path) => path !== undefined && isRedirectAllowed(path)) ?? home;
}
