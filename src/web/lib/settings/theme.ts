import { useSyncExternalStore } from "react";
import { deviceStorage } from "../base/device-storage.ts";

export type Theme = "light" | "dark" | "system";

/** Also read by `public/theme.js` before the first paint. */
const storageKey = "theme";
const listeners = new Set<() => void>();
const system = matchMedia("(prefers-color-scheme: dark)");

function stored(): Theme {
	const value = deviceStorage.getItem(storageKey);
	return value === "light" || value === "dark" ? value : "system";
}

function apply(): void {
	const theme = stored();
	const dark = theme === "dark" || (theme === "system" && system.matches);
	document.documentElement.dataset.theme = dark ? "dark" : "light";
	for (const listener of listeners) listener();
}

system.addEventListener("change", apply);
addEventListener("storage", (event) => event.key === storageKey && apply());

/** Sets and stores a theme; other open tabs follow. */
export function setTheme(theme: Theme): void {
	if (theme === "system") deviceStorage.removeItem(storageKey);
	else deviceStorage.setItem(storageKey, theme);
	apply();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** The user's choice. */
export function useTheme(): Theme {
	return useSyncExternalStore(subscribe, stored);
}

/** Whether the page is currently dark, by choice or by the system; for images with two variants. */
export function useDark(): boolean {
	return useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme === "dark");
}
