import { hubPath } from "#shared/brand.ts";

/** Where to go after signing in, kept over a trip to another site's sign-in page. */
const storageKey = "auth_redirect";

/** A path of this site and nothing else: `//host` and `/\host` would leave it. */
export function isLocalPath(path: string): boolean {
	if (!/^\/(?![/\\])/.test(path)) return false;
	const origin = "https://here.invalid";
	return URL.canParse(path, origin) && new URL(path, origin).origin === origin;
}

/** Signing in leads to no other step of signing in, but for a link that waits for it, and the pages that connect mailboxes. */
function isWorthGoing(path: string): boolean {
	return (
		isLocalPath(path) && (!/^\/auth(?![\w-])/.test(path) || /^\/auth\/(verify|gmail\/start|outlook\/start)/.test(path))
	);
}

export function rememberRedirect(path: string | undefined): void {
	if (path !== undefined && isWorthGoing(path)) sessionStorage.setItem(storageKey, path);
}

/** The place the person was on the way to, or the hub. Reading it clears what was stored. */
export function takeRedirect(asked?: string): string {
	const stored = sessionStorage.getItem(storageKey) ?? undefined;
	sessionStorage.removeItem(storageKey);
	return [asked, stored].find((path) => path !== undefined && isWorthGoing(path)) ?? hubPath;
}
