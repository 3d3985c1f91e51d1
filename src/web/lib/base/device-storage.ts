/** What this browser keeps. Where it may keep nothing, or has no room, it is kept until the page is left. */
interface DeviceStorage {
	getItem(key: string): string | null;
	setItem(key: string, value: string): void;
	removeItem(key: string): void;
	keys(): string[];
	clear(): void;
}

function storageOf(area: () => Storage): DeviceStorage {
	const own = new Map<string, string>();
	/** Reading the property throws where the browser denies it ("block all site data"). */
	const attempt = <T>(run: (storage: Storage) => T, otherwise: T): T => {
		try {
			return run(area());
		} catch {
			return otherwise;
		}
	};
	return {
		getItem: (key) => own.get(key) ?? attempt((storage) => storage.getItem(key), null),
		setItem(key, value) {
			own.delete(key);
			const isKept = attempt((storage) => {
				storage.setItem(key, value);
				return true;
			}, false);
			if (!isKept) own.set(key, value);
		},
		removeItem(key) {
			own.delete(key);
			attempt((storage) => storage.removeItem(key), undefined);
		},
		keys: () => [...new Set([...own.keys(), ...attempt((storage) => Object.keys(storage), [])])],
		clear() {
			own.clear();
			attempt((storage) => storage.clear(), undefined);
		},
	};
}

/** Of all tabs. */
export const deviceStorage = storageOf(() => localStorage);
/** Of this tab. */
export const tabStorage = storageOf(() => sessionStorage);
