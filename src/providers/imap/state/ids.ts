import { type UidSet, uidSet } from "./uids.ts";

/** A message's location: the folder's key, and UIDVALIDITY and UID, which identify it permanently (RFC 9051 §2.3.1.1). */
export interface MessageLocation {
	key: string;
	validity: string;
	uid: number;
}

export const messageId = (key: string, validity: string, uid: number): string => `${key}:${validity}.${uid}`;

/** @returns null for a malformed id */
export function locationOf(id: string): MessageLocation | null {
	const found = /^([\w-]{8}):(\d{1,19})\.(\d{1,10})$/.exec(id);
	return found === null ? null : { key: found[1] ?? "", validity: found[2] ?? "", uid: Number(found[3]) };
}

/** Messages of one folder. */
export interface FolderLocations {
	key: string;
	validity: string;
	uids: UidSet;
	ids: Map<number, string>;
}

/** @returns the ids by folder, deduplicated, and malformed ones */
export function byFolder(ids: readonly string[]): { folders: FolderLocations[]; foreign: string[] } {
	const groups = new Map<string, { key: string; validity: string; ids: Map<number, string> }>();
	const foreign = new Set<string>();
	for (const id of ids) {
		const location = locationOf(id);
		if (location === null) {
			foreign.add(id);
			continue;
		}
		const name = `${location.key}:${location.validity}`;
		const group = groups.get(name) ?? { key: location.key, validity: location.validity, ids: new Map() };
		group.ids.set(location.uid, id);
		groups.set(name, group);
	}
	const folders = [...groups.values()].map((group) => ({ ...group, uids: uidSet(group.ids.keys()) }));
	return { folders, foreign: [...foreign] };
}
