/** An in-memory `ProviderEnvironment` for tests: real semantics (byte order, JSON values, atomic puts), no database. */

import { statSync } from "node:fs";
import { basename } from "node:path";
import type {
	ProviderAccount,
	ProviderEnvironment,
	ProviderState,
	StoredFile,
} from "#server/mail/provider/provider.ts";

export interface MemoryEnvironment extends ProviderEnvironment {
	/** Adds an uploaded file. @param path absolute @param name the original file name */
	addFile(path: string, name?: string): StoredFile;
	/** The state's entries and the number of writes, for assertions. */
	inspect(): { entries: Map<string, unknown>; puts: number };
}

/** A `ProviderState` over a map. Values are serialized as JSON, as in the database. */
export function memoryState(): ProviderState & { inspect(): { entries: Map<string, unknown>; puts: number } } {
	const entries = new Map<string, string>();
	let puts = 0;
	let sorted: string[] | null = null;
	return {
		async get(keys) {
			const found = new Map<string, unknown>();
			for (const key of keys) {
				const value = entries.get(key);
				if (value !== undefined) found.set(key, JSON.parse(value));
			}
			return found;
		},
		async list(prefix, after, limit) {
			sorted ??= [...entries.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
			const page: [string, unknown][] = [];
			for (const key of sorted) {
				if (page.length >= limit) break;
				if (key > after && key.startsWith(prefix)) page.push([key, JSON.parse(entries.get(key) ?? "null")]);
			}
			return page;
		},
		async put(changes) {
			puts++;
			sorted = null;
			for (const [key, value] of changes) {
				if (value === null) entries.delete(key);
				else entries.set(key, JSON.stringify(value));
			}
		},
		inspect: () => ({
			entries: new Map([...entries].map(([key, value]) => [key, JSON.parse(value) as unknown])),
			puts,
		}),
	};
}

/** @param now the fixed clock in epoch milliseconds; the real time when absent */
export function memoryEnvironment(
	options: { account?: Partial<ProviderAccount>; now?: number } = {},
): MemoryEnvironment {
	const files: StoredFile[] = [];
	const state = memoryState();
	const account: ProviderAccount = { id: "account-1", settings: {}, credentials: null, ...options.account };
	let renewing: Promise<Record<string, unknown>> | undefined;
	return {
		account,
		state,
		files: async () => [...files],
		// Tests connect to servers on this machine.
		resolveHost: async (host) => [host === "localhost" ? "127.0.0.1" : host],
		async renewCredentials(isFresh, renew) {
			renewing ??= (async () => {
				const known = account.credentials ?? {};
				return isFresh(known) ? known : renew(known);
			})();
			try {
				account.credentials = await renewing;
				return account.credentials;
			} finally {
				renewing = undefined;
			}
		},
		budget: () => ({
			consume: async (_, signal) => signal.throwIfAborted(),
			take: async () => true,
			pause: async () => undefined,
		}),
		now: () => options.now ?? Date.now(),
		addFile(path, name = basename(path)) {
			const file = { id: `file-${files.length + 1}`, name, path, sizeBytes: statSync(path).size };
			files.push(file);
			return file;
		},
		inspect: state.inspect,
	};
}
