import type { ImapFlow, ListResponse } from "imapflow";
import type { FolderRole, RemoteFolder } from "#server/mail/provider/provider.ts";
import { type GmailPaths, gmailPaths } from "./gmail-folders.ts";

/** What STATUS tells of a folder (RFC 9051 §6.3.11, RFC 7162 §3.1.2.1). */
export interface FolderStatus {
	messages: number;
	validity: string;
	uidNext: number;
	/** null: the server keeps no mod-sequences here. */
	modseq: string | null;
}

export interface ImapFolder {
	/** As the server has it, decoded. */
	path: string;
	/** As people see it: without the namespace's prefix, `/` between levels. */
	name: string;
	role: FolderRole;
	/** Absent when it was not asked for, or the server did not tell. */
	status?: FolderStatus;
	/** Gmail's All Mail: which folder a message shows in is told by its labels. */
	gmail?: GmailPaths;
}

/** A folder that the mailbox lacks, and that is made when the first message goes there. */
export interface FolderToBe extends RemoteFolder {
	specialUse: string;
}

export interface FolderList {
	/** Each message lies in one of them. */
	folders: ImapFolder[];
	/** What people see. */
	shown: RemoteFolder[];
	gmail: GmailPaths | null;
	/** One for each role that none of them plays. */
	missing: FolderToBe[];
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

/** Views on messages that lie in other folders. */
const VIEWS = ["\\All", "\\Flagged", "\\Important"];

/** What people wait for comes first. */
const ORDER: readonly FolderRole[] = ["inbox", "sent", "drafts", "archive", "custom", "spam", "trash"];

/** Names for folders that a mailbox lacks; the second where the first is taken. */
const NEW_NAMES: readonly (readonly [role: FolderRole, specialUse: string, names: readonly string[]])[] = [
	["sent", "\\Sent", ["Sent", "Sent Messages"]],
	["drafts", "\\Drafts", ["Drafts", "Draft Messages"]],
	["spam", "\\Junk", ["Junk", "Spam"]],
	["trash", "\\Trash", ["Trash", "Deleted Messages"]],
	["archive", "\\Archive", ["Archive", "Archives"]],
];

const STATUS = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };

/** One round trip asks for all folders' status (RFC 5819). */
export const tellsStatusWithList = (client: ImapFlow): boolean => client.capabilities.has("LIST-STATUS");

/**
 * The person's own folders that hold messages, in the order in which they are listed. Each role has one folder at most.
 * @param withStatus costs a round trip per folder where the server knows no LIST-STATUS
 */
export async function readFolders(client: ImapFlow, withStatus: boolean): Promise<FolderList> {
	// Servers tell of a selected folder what it was when they last told of it (RFC 9051 §6.3.11).
	if (withStatus && client.mailbox) await client.noop();
	const listed = await client.list(withStatus ? { statusQuery: STATUS } : {});
	const gmail = gmailPaths(client, listed);
	const folders = listed
		.filter((entry) => isOwn(client, entry) && (entry.path === gmail?.all || holdsMessages(entry)))
		.map((entry) => ({
			path: entry.path,
			name: shownName(client, entry.path),
			role: roleOf(client, entry),
			...statusOf(entry),
		}))
		.sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role) || (a.path < b.path ? -1 : 1));
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
	const places = known.filter(({ role }) => role === "archive" || role === "spam" || role === "trash");
	return { folders: places, shown: remote(known), gmail, missing: [] };
}

function holdsMessages({ flags, specialUse }: ListResponse): boolean {
	const has = (name: string): boolean => [...flags].some((flag) => flag.toLowerCase() === name.toLowerCase());
	return !has("\\Noselect") && !has("\\NonExistent") && !VIEWS.some((view) => has(view) || specialUse === view);
}

/** Other people's folders and shared ones (RFC 2342) are not this mailbox. */
function isOwn({ namespaces }: ImapFlow, { path }: ListResponse): boolean {
	const foreign = [...(namespaces?.other || []), ...(namespaces?.shared || [])];
	return !foreign.some(({ prefix }) => prefix !== "" && path.startsWith(prefix));
}

function roleOf(client: ImapFlow, { specialUse, specialUseSource, path, delimiter }: ListResponse): FolderRole {
	if (path === "INBOX") return "inbox";
	const role = ROLES[specialUse ?? ""] ?? "custom";
	// A name says something only at the top: `Clients/Archive` is a folder like any other.
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

/** @param path as the server has it */
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
): FolderToBe[] {
	const prefix = client.namespace?.prefix ?? "";
	const taken = new Set(listed.map(({ path }) => path.toLowerCase()));
	return NEW_NAMES.filter(([role]) => !folders.some((folder) => folder.role === role)).map(
		([role, specialUse, names]) => {
			const name = names.find((candidate) => !taken.has((prefix + candidate).toLowerCase())) ?? `${names[0]} 2`;
			return { id: prefix + name, name, role, specialUse };
		},
	);
}
