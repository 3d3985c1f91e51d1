import type { FetchMessageObject, FetchQueryObject, ImapFlow } from "imapflow";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { type GmailPaths, stateInGmail } from "../folders/gmail-folders.ts";
import { readFlags } from "../state/flags.ts";
import { messageId } from "../state/ids.ts";
import { eachUid, NO_UIDS, subtract, type UidSet, uidSet, unite } from "../state/uids.ts";
import { readEach } from "./read-each.ts";
import { existing } from "./search.ts";

/** Bytes of a header section that are listed; legitimate headers are shorter. */
const HEADER_LIMIT = 256 * 1024;

const QUERY: FetchQueryObject = {
	uid: true,
	// Ignored by servers other than Gmail.
	labels: true,
	flags: true,
	internalDate: true,
	size: true,
	bodyParts: [{ key: "HEADER", start: 0, maxLength: HEADER_LIMIT }],
};

/** The folder being listed, as `RemoteMessage`s name it. */
export interface ListedFolder {
	path: string;
	key: string;
	validity: string;
	gmail?: GmailPaths;
}

/** Without the header, which the server may refuse for a message that it can't read. */
const STATE: FetchQueryObject = { uid: true, labels: true, flags: true, internalDate: true, size: true };

/** What a message that the server can't read is called, until it can. */
const UNREADABLE = Buffer.from("Subject: Message that the mail server can't read\r\n\r\n");

/**
 * Flags, dates, sizes and headers of messages in the selected folder; expunged ones are omitted. A message that the server
 * can't read is listed as such: it is asked for again with the bodies.
 */
export async function readEnvelopes(client: ImapFlow, folder: ListedFolder, uids: UidSet): Promise<RemoteMessage[]> {
	const found = new Map<number, RemoteMessage>();
	const refused = await readEach(client, uids, QUERY, (uid, message) => {
		const known = found.get(uid);
		// Servers also send unsolicited flag updates during FETCH (RFC 9051 §7.5.2).
		if (known !== undefined && message.flags) known.flags = readFlags(message.flags);
		else if (message.headers) found.set(uid, toRemote(client, folder, { ...message, uid }));
		return found.has(uid);
	});
	const omitted = subtract(uids, uidSet([...found.keys(), ...refused.keys()]));
	const unread = unite(uidSet(refused.keys()), omitted.length > 0 ? await existing(client, omitted) : NO_UIDS);
	if (unread.length > 0) {
		const states = new Map<number, FetchMessageObject>();
		await readEach(client, unread, STATE, (uid, message) => states.set(uid, message).has(uid));
		for (const uid of eachUid(unread)) {
			const { headers: _, ...state } = states.get(uid) ?? {};
			found.set(uid, toRemote(client, folder, { flags: new Set(), ...state, seq: 0, uid, headers: UNREADABLE }));
		}
	}
	return [...found.values()];
}

/** Folder, flags and labels of a message. */
export function messageStateOf(
	client: ImapFlow,
	{ path, gmail }: Pick<ListedFolder, "path" | "gmail">,
	message: { flags?: Set<string>; labels?: Set<string> },
): Pick<RemoteMessage, "folderId" | "flags" | "labels"> {
	if (gmail !== undefined) return stateInGmail(gmail, message, client);
	return { folderId: path, flags: readFlags(message.flags), labels: [] };
}

function toRemote(client: ImapFlow, folder: ListedFolder, message: FetchMessageObject): RemoteMessage {
	const received = message.internalDate == null ? Number.NaN : new Date(message.internalDate).getTime();
	return {
		id: messageId(folder.key, folder.validity, message.uid),
		...messageStateOf(client, folder, message),
		...(Number.isNaN(received) ? {} : { receivedAt: received }),
		...(message.size === undefined ? {} : { sizeBytes: message.size }),
		header: completeLines(message.headers ?? Buffer.alloc(0)),
	};
}

/** Ends a truncated header section after its last complete line, with an empty line. */
function completeLines(header: Buffer): Buffer {
	if (header.length < HEADER_LIMIT) return header;
	return Buffer.concat([header.subarray(0, header.lastIndexOf("\n") + 1), Buffer.from("\r\n")]);
}
