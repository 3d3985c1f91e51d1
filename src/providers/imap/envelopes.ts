import type { FetchMessageObject, FetchQueryObject, ImapFlow } from "imapflow";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { readFlags } from "./flags.ts";
import { type GmailPaths, stateInGmail } from "./gmail-folders.ts";
import { messageId } from "./ids.ts";
import { hasUid, sequences, type UidSet } from "./uids.ts";

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

/** Flags, dates, sizes and headers of messages in the selected folder; expunged ones are omitted. */
export async function readEnvelopes(client: ImapFlow, folder: ListedFolder, uids: UidSet): Promise<RemoteMessage[]> {
	const found = new Map<number, RemoteMessage>();
	for (const range of sequences(uids))
		for await (const message of client.fetch(range, QUERY, { uid: true })) {
			const known = found.get(message.uid);
			// Servers also send unsolicited flag updates during FETCH (RFC 9051 §7.5.2).
			if (known !== undefined && message.flags) known.flags = readFlags(message.flags);
			else if (message.headers && hasUid(uids, message.uid)) found.set(message.uid, toRemote(client, folder, message));
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
	const received = message.internalDate === undefined ? Number.NaN : new Date(message.internalDate).getTime();
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
