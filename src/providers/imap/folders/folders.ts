import type { ImapFlow, ListResponse } from "imapflow";
import type { FolderRole, RemoteFolder } from "#server/mail/provider/provider.ts";
import { type GmailPaths, gmailPaths } from "./gmail-folders.ts";

/** STATUS of a folder (RFC 9051 §6.3.11, RFC 7162 §3.1.2.1). */
export interface FolderStatus {
	messages: number;
	validity: string;
	uidNext: number;
	/** null: the server has no mod-sequences for this folder. */
	modseq: string | null;
}

export interface ImapFolder {
	/** As on the server, decoded. */
	path: string;
	/** Display name: without the namespace prefix, `/` between levels. */
	name: string;
	role: FolderRole;
	/** Absent when not requested, or not reported by the server. */
	status?: FolderStatus;
	/** Set for Gmail's All Mail: a message's folder is derived from its labels. */
	gmail?: GmailPaths;
}

/** A missing folder that is created when the first message is moved there. */
export interface MissingFolder extends RemoteFolder {
	specialUse: string;
}

export interface FolderList {
	/** Every message is in exactly one of these. */
	folders: ImapFolder[];
	/** Folders shown to the user. */
	shown: RemoteFolder[];
	gmail: GmailPaths | null;
	/** One per role that no folder has. */
	missing: MissingFolder[];
}

/** RFC 6154 and RFC 8457. */
const ROLES: Record<string, FolderRole> = {
	"\\Inbox": "inbox",
	"\\Sent": "sent",
	"\\Drafts": "drafts",
	"\\Junk": "spam",
	"\\Trash": "trash",
	"\\Archive": "archive",
};

/** Virtual folders that show messages of other folders. */
const VIEWS = ["\\All", "\\Flagged", "\\Important"];

/** Listing order: what users look at first comes first. */
const ORDER: readonly FolderRole[] = ["inbox", "sent", "drafts", "archive", "custom", "spam", "trash"];

/** Names for missing folders; the next one is used when a name is taken. */
const NEW_NAMES: readonly (readonly [role: FolderRole, specialUse: string, names: readonly string[]])[] = [
	["sent", "\\Sent", ["Sent", "Sent Messages"]],
	["drafts", "\\Drafts", ["Drafts", "Draft Messages"]],
	["spam", "\\Junk", ["Junk", "Spam"]],
	["trash", "\\Trash", ["Trash", "Deleted Messages"]],
	["archive", "\\Archive", ["Archive", "Archives"]],
];

const STATUS = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };

/** LIST-STATUS returns the status of all folders in one round trip (RFC 5819). */
export const hasListStatus = (client: ImapFlow): boolean => client.capabilities.has("LIST-STATUS");

/**
 * The user's own selectable folders, in listing order. Each role is assigned to at most one folder.
 * @param withStatus costs a round trip per folder on servers without LIST-STATUS
 */
export async function readFolders(client: ImapFlow, withStatus: boolean): Promise<FolderList> {
	// STATUS of the selected folder may be stale until the next NOOP (RFC 9051 §6.3.11).
	if (withStatus && client.mailbox) await client.noop();
	const listed = eachOnce(await client.list(withStatus ? { statusQuery: STATUS } : {}));
	const gmail = gmailPaths(client, listed);
	const folders = listed
		.filter((entry) => isOwn(client, entry) && (entry.path === gmail?.all || holdsMessages(entry)))
		.map((entry) => ({
			path: entry.path,
			name: shownName(client, entry.path),
			role: roleOf(client, entry),
			...statusOf(entry),
		}))
		.sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role) || (a.path < b.path ? -1 : 1))
		.map((folder, index, all) =>
			folder.role === all[index - 1]?.role ? { ...folder, role: "custom" as const } : folder,
		);
	const remote = (all: readonly ImapFolder[]): RemoteFolder[] =>
		all.map(({ path, name, role }) => ({ id: path, name, role }));
	if (gmail === null) {
		const missing = missingFolders(client, folders, listed);
		const toBe = missing.map(({ id, name, role }) => ({ id, name, role }));
		return { folders, shown: [...remote(folders), ...toBe], gmail, missing };
	}
	// Other folders are labels.
	const known = folders
		.map((folder): ImapFolder => (folder.path === gmail.all ? { ...folder, role: "archive", gmail } : folder))
		.filter(({ role }) => role !== "custom");
	const candidates = known.filter(({ role }) => role === "archive" || role === "spam" || role === "trash");
	return { folders: candidates, shown: remote(known), gmail, missing: [] };
}

/**
 * What servers list twice is one folder: some repeat names, and write INBOX, whose case means nothing (RFC 9051 §5.1), in
 * several ways.
 */
function eachOnce(listed: readonly ListResponse[]): ListResponse[] {
	const found = new Map<string, ListResponse>();
	for (const entry of listed) {
		const path = /^inbox$/i.test(entry.path) ? "INBOX" : entry.path;
		const known = found.get(path);
		const [first, second] = known === undefined || !holdsMessages(known) ? [entry, known] : [known, entry];
		const { specialUse = second?.specialUse, specialUseSource = second?.specialUseSource } = first;
		const status = first.status ?? second?.status;
		found.set(path, { ...first, path, specialUse, specialUseSource, ...(status && { status }) } as ListResponse);
	}
	return [...found.values()];
}

function holdsMessages({ flags, specialUse }: ListResponse): boolean {
	const has = (name: string): boolean => [...flags].some((flag) => flag.toLowerCase() === name.toLowerCase());
	return !has("\\Noselect") && !has("\\NonExistent") && !VIEWS.some((view) => has(view) || specialUse === view);
}

/** Other users' and shared folders (RFC 2342) are not part of this mailbox. */
function isOwn({ namespaces }: ImapFlow, { path }: ListResponse): boolean {
	const foreign = [...(namespaces?.other || []), ...(namespaces?.shared || [])];
	return !foreign.some(({ prefix }) => prefix !== "" && path.startsWith(prefix));
}

function roleOf(client: ImapFlow, { specialUse, specialUseSource, path, delimiter }: ListResponse): FolderRole {
	if (path === "INBOX") return "inbox";
	const role = ROLES[specialUse ?? ""] ?? "custom";
	// A role is derived from a name only at the top level: `Clients/Archive` is a custom folder.
	const isTop =
		!shownName(client, path)
			.replace(/^Inbox\//, "")
			.includes("/") && delimiter !== "";
	return specialUseSource === "name" && !isTop ? "custom" : role;
}

function statusOf({ status }: ListResponse): { status?: FolderStatus } {
	if (!status || status.uidNext === undefined || status.uidValidity === undefined) return {};
	const { messages = 0, uidNext, uidValidity, highestModseq } = status;
	const modseq = highestModseq ? String(highestModseq) : null;
	return { status: { messages, uidNext, validity: String(uidValidity), modseq } };
}

/** @param path as on the server */
export function shownName({ namespace }: ImapFlow, path: string): string {
	if (path === "INBOX") return "Inbox";
	const prefix = namespace?.prefix ?? "";
	const delimiter = namespace?.delimiter ?? "";
	const short = prefix !== "" && path.startsWith(prefix) ? path.slice(prefix.length) : path;
	const levels = delimiter === "" ? [short] : short.split(delimiter);
	if (levels.length > 1 && /^\[(gmail|google mail)\]$/i.test(levels[0] ?? "")) levels.shift();
	if (levels.length > 1 && levels[0]?.toUpperCase() === "INBOX") levels[0] = "Inbox";
	return levels.join("/");
}

function missingFolders(
	client: ImapFlow,
	folders: readonly ImapFolder[],
	listed: readonly ListResponse[],
): MissingFolder[] {
	const prefix = client.namespace?.prefix ?? "";
	const existing = new Set(listed.map(({ path }) => path.toLowerCase()));
	return NEW_NAMES.filter(([role]) => !folders.some((folder) => folder.role === role)).map(
		([role, specialUse, names]) => {
			const name = names.find((candidate) => !existing.has((prefix + candidate).toLowerCase())) ?? `${names[0]} 2`;
			return { id: prefix + name, name, role, specialUse };
		},
	);
}
