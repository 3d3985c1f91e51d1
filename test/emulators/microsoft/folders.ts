import { GraphError } from "./errors.ts";

export interface OutlookFolder {
	id: string;
	name: string;
	/** Null for the root only. */
	parent: string | null;
	/** For paths such as /me/mailFolders/inbox; not exposed by Graph v1.0. */
	wellKnown: string | null;
	isHidden: boolean;
}

/**
 * Default folders of every mailbox (https://learn.microsoft.com/graph/api/resources/mailfolder). Their ids are
 * unrelated to these names, and their display names are localized.
 */
const WELL_KNOWN = {
	inbox: "Inbox",
	drafts: "Drafts",
	sentitems: "Sent Items",
	deleteditems: "Deleted Items",
	junkemail: "Junk Email",
	archive: "Archive",
	outbox: "Outbox",
	conversationhistory: "Conversation History",
} as const;

export type WellKnown = keyof typeof WELL_KNOWN | "msgfolderroot" | "recoverableitemsdeletions";

/** @param names localized names of well-known folders */
export function createFolders(email: string, names: Partial<Record<WellKnown, string>>) {
	const folders = new Map<string, OutlookFolder>();
	const salt = Buffer.from(email).toString("base64url");
	let made = 0;
	const create = (name: string, parent: string | null, more: Partial<OutlookFolder> = {}): OutlookFolder => {
		const id = `AQMkAD${salt}ALgAAA${String(++made).padStart(4, "0")}AAAA=`;
		const folder = { id, name, parent, wellKnown: null, isHidden: false, ...more };
		folders.set(id, folder);
		return folder;
	};
	const root = create("Top of Information Store", null, { wellKnown: "msgfolderroot" });
	for (const [wellKnown, name] of Object.entries(WELL_KNOWN))
		create(names[wellKnown as WellKnown] ?? name, root.id, { wellKnown });
	create("Sync Issues", root.id, { isHidden: true });
	const recoverable = create("Deletions", null, { wellKnown: "recoverableitemsdeletions", isHidden: true });

	const find = (idOrName: string): OutlookFolder => {
		const byName = [...folders.values()].find(({ wellKnown }) => wellKnown === idOrName.toLowerCase());
		const found = folders.get(idOrName) ?? byName;
		if (!found) throw new GraphError(404, "ErrorItemNotFound", "The specified folder could not be found in the store.");
		return found;
	};
	return {
		all: folders,
		root,
		/** All folders but the root and recoverable items. */
		visible: () => [...folders.values()].filter(({ id }) => id !== root.id && id !== recoverable.id),
		find,
		children: (id: string) => [...folders.values()].filter(({ parent }) => parent === id),
		checkName(name: unknown, parent: string | null, own: string | null): string {
			if (typeof name !== "string" || name.trim() === "")
				throw new GraphError(400, "ErrorInvalidRequest", "The folder name is not valid.");
			for (const { id, name: other, parent: folder } of folders.values())
				if (folder === parent && id !== own && other.toLowerCase() === name.toLowerCase())
					throw new GraphError(409, "ErrorFolderExists", "A folder with the specified name already exists.");
			return name;
		},
		create,
		/** Removes a folder and everything below it. @returns the removed folders */
		remove(folder: OutlookFolder): OutlookFolder[] {
			const gone = [folder];
			for (const one of gone) gone.push(...[...folders.values()].filter(({ parent }) => parent === one.id));
			for (const { id } of gone) folders.delete(id);
			return gone;
		},
		/** The folder at a path such as `Work/Projects`, created if missing, or a well-known one. */
		at(path: string): OutlookFolder {
			const known = [...folders.values()].find(({ wellKnown, id }) => wellKnown === path || id === path);
			if (known) return known;
			let folder = root;
			for (const name of path.split("/")) {
				const next = [...folders.values()].find((one) => one.parent === folder.id && one.name === name);
				folder = next ?? create(name, folder.id);
			}
			return folder;
		},
		/** Display path, with `/` between levels. */
		pathOf(id: string): string {
			const names: string[] = [];
			for (let one = folders.get(id); one && one.id !== root.id; one = folders.get(one.parent ?? ""))
				names.unshift(one.name);
			return names.join("/");
		},
	};
}
