import { useSyncExternalStore } from "react";

/** Height of the rows in lists of emails. */
export type Density = "comfortable" | "compact";

/** Stored in this browser, because screens differ. */
const storageKey = "density";
const listeners = new Set<() => void>();

function stored(): Density {
	if (typeof localStorage === "undefined") return "comfortable";
	return localStorage.getItem(storageKey) === "compact" ? "compact" : "comfortable";
}

function subscribe(listener: () => void): () => void {
	const other = (event: StorageEvent) => event.key === storageKey && listener();
	listeners.add(listener);
	addEventListener("storage", other);
	return () => {
		listeners.delete(listener);
		removeEventListener("storage", other);
	};
}

/** Sets and stores the density; open lists and other tabs follow. */
export function setDensity(density: Density): void {
	if (density === "comfortable") localStorage.removeItem(storageKey);
	else localStorage.setItem(storageKey, density);
	for (const listener of listeners) listener();
}

/** The user's choice. */
export function useDensity(): Density {
	return useSyncExternalStore(subscribe, stored, () => "comfortable");
}
