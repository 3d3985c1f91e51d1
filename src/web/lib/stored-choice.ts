import { useSyncExternalStore } from "react";

/** A choice of the user, stored in this browser. */
export interface StoredChoice<T extends string> {
	get(): T;
	/** Stores it; what is shown and other tabs follow. */
	set(value: T): void;
	use(): T;
}

/** @param values the first one is the default */
export function storedChoice<T extends string>(storageKey: string, values: readonly [T, ...T[]]): StoredChoice<T> {
	const [usual] = values;
	const listeners = new Set<() => void>();
	const get = (): T => {
		if (typeof localStorage === "undefined") return usual;
		const stored = localStorage.getItem(storageKey);
		return values.find((value) => value === stored) ?? usual;
	};
	const subscribe = (listener: () => void): (() => void) => {
		const other = (event: StorageEvent) => event.key === storageKey && listener();
		listeners.add(listener);
		addEventListener("storage", other);
		return () => {
			listeners.delete(listener);
			removeEventListener("storage", other);
		};
	};
	return {
		get,
		set(value) {
			if (value === usual) localStorage.removeItem(storageKey);
			else localStorage.setItem(storageKey, value);
			for (const listener of listeners) listener();
		},
		use: () => useSyncExternalStore(subscribe, get, () => usual),
	};
}
