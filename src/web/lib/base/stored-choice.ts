import { useSyncExternalStore } from "react";
import { deviceStorage } from "./device-storage.ts";

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
		const stored = deviceStorage.getItem(storageKey);
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
			if (value === usual) deviceStorage.removeItem(storageKey);
			else deviceStorage.setItem(storageKey, value);
			for (const listener of listeners) listener();
		},
		use: () => useSyncExternalStore(subscribe, get, () => usual),
	};
}
