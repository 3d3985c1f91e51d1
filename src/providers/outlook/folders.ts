import type { FolderRole, RemoteFolder } from "#server/mail/provider/provider.ts";
import { requireProgress } from "#server/progress.ts";
import { textBefore } from "#shared/trim.ts";
import type { GraphClient } from "./api/client.ts";
import { created, folderList, type GraphFolder } from "./api/resources.ts";

export interface OutlookFolder extends RemoteFolder {
	/** The last path segment. */
	displayName: string;
	/** Null at the top level. */
	parent: string | null;
	messages: number;
	children: number;
}

/** Null: Outlook's own folder, of interest only while it contains something. */
type KnownRole = FolderRole | null;

/** https://learn.microsoft.com/graph/api/resources/mailfolder */
const WELL_KNOWN: readonly (readonly [name: string, role: KnownRole])[] = [
	["inbox", "inbox"],
	["sentitems", "sent"],
	["drafts", "drafts"],
	["archive", "archive"],
	["junkemail", "spam"],
	["deleteditems", "trash"],
	["outbox", null],
	["conversationhistory", null],
];

/** Listing order: what users look at first comes first. */
const ORDER: readonly FolderRole[] = ["inbox", "sent", "drafts", "archive", "custom", "spam", "trash"];

const SELECT = "$select=id,displayName,parentFolderId,childFolderCount,totalItemCount,isHidden";

export function folderPath(id: string): string {
	return `/mailFolders/${encodeURIComponent(id)}`;
}

/** What the well-known folders are, by id; a mailbox may lack some. */
export type KnownFolders = ReadonlyMap<string, KnownRole>;

/** Reads which folders are the well-known ones. */
export async function readKnownFolders(client: GraphClient, signal: AbortSignal): Promise<KnownFolders> {
	const known = new Map<string, KnownRole>();
	const calls = WELL_KNOWN.map(([name]) => ({ verb: "GET" as const, path: `/mailFolders/${name}?$select=id` }));
	for await (const { index, outcome } of client.each(calls, signal)) {
		const [, role] = WELL_KNOWN[index] ?? [];
		if (role !== undefined && "reply" in outcome) known.set(created.parse(outcome.reply).id, role);
		else if ("error" in outcome && outcome.error.name !== "NotFound") throw outcome.error;
	}
	return known;
}

/** Whether each role has a folder: an archive may still be created. */
export function hasAllRoles(known: KnownFolders): boolean {
	return WELL_KNOWN.every(([, role]) => role === null || [...known.values()].includes(role));
}

/**
 * The user's mail folders at all levels, without hidden ones, search folders, and empty ones that are Outlook's own or
 * deleted, in listing order.
 */
export async function readFolders(
	client: GraphClient,
	known: KnownFolders,
	pageSize: number,
	signal: AbortSignal,
): Promise<OutlookFolder[]> {
	const folders: OutlookFolder[] = [];
	let parents: (OutlookFolder | null)[] = [null];
	const progress = requireProgress("Descending into Outlook's folders");
	while (parents.length > 0) {
		progress(parents.map((parent) => parent?.id ?? "").join());
		const lists = await readLevel(client, parents, pageSize, signal);
		const found = lists.flatMap((entries, index) =>
			entries.flatMap((entry) => toFolders(entry, parents[index] ?? null, known)),
		);
		folders.push(...found);
		parents = found.filter(({ children }) => children > 0);
	}
	return withArchive(folders)
		.filter((folder) => !isEmptyDeletedFolder(folder, folders) && !(known.get(folder.id) === null && isEmpty(folder)))
		.sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role) || (a.name < b.name ? -1 : 1));
}

/** @param parents null: the top level @returns the children of each */
async function readLevel(
	client: GraphClient,
	parents: readonly (OutlookFolder | null)[],
	pageSize: number,
	signal: AbortSignal,
): Promise<GraphFolder[][]> {
	const lists: GraphFolder[][] = parents.map(() => []);
	const progress = requireProgress("Listing Outlook's folders");
	let calls = parents.map((parent, list) => {
		const parentPath = parent === null ? "/mailFolders" : `${folderPath(parent.id)}/childFolders`;
		return { path: `${parentPath}?$top=${pageSize}&${SELECT}`, list };
	});
	while (calls.length > 0) {
		const nextPages: typeof calls = [];
		const requests = calls.map(({ path }) => ({ verb: "GET" as const, path }));
		for await (const { index, outcome } of client.each(requests, signal)) {
			const call = calls[index];
			if (call === undefined) continue;
			// Deleted since its parent was read.
			if ("error" in outcome && outcome.error.name === "NotFound") continue;
			if ("error" in outcome) throw outcome.error;
			const { value, "@odata.nextLink": next } = folderList.parse(outcome.reply);
			lists[call.list]?.push(...value);
			if (next !== undefined)
				nextPages.push({ path: `${textBefore(call.path, "?")}${new URL(next).search}`, list: call.list });
		}
		if (nextPages.length > 0) progress(nextPages.map(({ path }) => path).join());
		calls = nextPages;
	}
	return lists;
}

function toFolders(entry: GraphFolder, parent: OutlookFolder | null, known: KnownFolders): OutlookFolder[] {
	const { id, displayName, isHidden, totalItemCount, childFolderCount } = entry;
	if (isHidden === true || /mailSearchFolder$/.test(entry["@odata.type"] ?? "")) return [];
	return [
		{
			id,
			name: parent === null ? displayName : `${parent.name}/${displayName}`,
			role: known.get(id) ?? "custom",
			displayName,
			parent: parent?.id ?? null,
			messages: totalItemCount,
			children: childFolderCount,
		},
	];
}

/** Without a well-known archive, a top-level folder named Archive gets the role. */
function withArchive(folders: OutlookFolder[]): OutlookFolder[] {
	if (folders.some(({ role }) => role === "archive")) return folders;
	const found = folders.find(
		({ displayName, parent, role }) => parent === null && role === "custom" && displayName.toLowerCase() === "archive",
	);
	return folders.map((folder) => (folder === found ? { ...folder, role: "archive" } : folder));
}

function isEmpty({ messages, children }: OutlookFolder): boolean {
	return messages === 0 && children === 0;
}

/** A deleted folder is in the trash: an empty one is not shown. */
function isEmptyDeletedFolder(folder: OutlookFolder, all: readonly OutlookFolder[]): boolean {
	const parentFolder = all.find(({ id }) => id === folder.parent);
	return folder.role === "custom" && isEmpty(folder) && parentFolder !== undefined && isInTrash(parentFolder, all);
}

function isInTrash(folder: OutlookFolder, all: readonly OutlookFolder[]): boolean {
	if (folder.role === "trash") return true;
	const parentFolder = all.find(({ id }) => id === folder.parent);
	return parentFolder !== undefined && isInTrash(parentFolder, all);
}
