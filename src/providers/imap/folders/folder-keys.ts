import { createHash } from "node:crypto";
import type { ProviderState } from "#server/mail/provider/provider.ts";

const STATE = "folder/";
/** Keys read per query. */
const BATCH = 1_000;

/**
 * The first part of message ids: a hash of the folder's path when it was first seen. A renamed folder keeps its key, so
 * that its messages keep their ids. Only keys that differ from the hash of their path are stored.
 */
export interface FolderKeys {
	/** Loads keys stored by other sessions, and assigns a unique key to every folder. */
	learn(paths: readonly string[]): Promise<void>;
	keyOf(path: string): string;
	/** @returns the path of a known folder */
	pathOf(key: string): string | undefined;
	renamed(moves: readonly FolderRename[]): Promise<void>;
}

export interface FolderRename {
	from: string;
	to: string;
	key: string;
}

export function createFolderKeys(state: ProviderState, batch = BATCH): FolderKeys {
	let keyByPath = new Map<string, string>();
	let paths = new Map<string, string>();

	const keyOf = (path: string): string => keyByPath.get(path) ?? hash(path);

	return {
		keyOf,
		pathOf: (key) => paths.get(key),
		async learn(listed) {
			keyByPath = await readStored(state, batch);
			const pathByKey = new Map([...keyByPath].map(([path, key]) => [key, path]));
			const fresh: [string, string][] = [];
			for (const path of listed) {
				if ((pathByKey.get(keyOf(path)) ?? path) !== path) {
					// A new folder may reuse the name of a renamed one.
					let key = hash(path);
					for (let count = 2; pathByKey.has(key); count++) key = hash(`${path}\n${count}`);
					keyByPath.set(path, key);
					fresh.push([STATE + path, key]);
				}
				pathByKey.set(keyOf(path), path);
			}
			if (fresh.length > 0) await state.put(fresh);
			paths = new Map(listed.map((path) => [keyOf(path), path]));
		},
		async renamed(moves) {
			await state.put(
				moves.flatMap(({ from, to, key }): [string, unknown][] => [
					[STATE + from, null],
					[STATE + to, key],
				]),
			);
			for (const { from, to, key } of moves) {
				keyByPath.delete(from);
				keyByPath.set(to, key);
				paths.set(key, to);
			}
		},
	};
}

/** All stored keys, by path. */
async function readStored(state: ProviderState, batch: number): Promise<Map<string, string>> {
	const stored = new Map<string, string>();
	for (let after = ""; ; ) {
		const page = await state.list(STATE, after, batch);
		for (const [name, key] of page) stored.set(name.slice(STATE.length), String(key));
		const last = page.at(-1);
		if (last === undefined || page.length < batch) return stored;
		[after] = last;
	}
}

function hash(path: string): string {
	return createHash("sha256").update(path).digest("base64url").slice(0, 8);
}
