import type { FetchMessageObject, FetchQueryObject, ImapFlow } from "imapflow";
import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import { readFlags } from "./flags.ts";
import { type GmailPaths, stateInGmail } from "./gmail-folders.ts";
import { messageId } from "./ids.ts";
import { hasUid, sequences, type UidSet } from "./uids.ts";

/** Bytes of a header section that are listed; nobody's real header is longer. */
const HEADER_LIMIT = 256 * 1024;

const QUERY: FetchQueryObject = {
	uid: true,
	// Only Gmail is asked for these.
	labels: true,
	flags: true,
	internalDate: true,
	size: true,
	bodyParts: [{ key: "HEADER", start: 0, maxLength: HEADER_LIMIT }],
};

/** Where messages lie, as `RemoteMessage`s name it. */
export interface ListedFolder {
	path: string;
	key: string;
	validity: string;
	gmail?: GmailPaths;
}

/** Flags, dates, sizes and headers of messages in the selected folder; those that are gone are absent. */
export async function readEnvelopes(client: ImapFlow, folder: ListedFolder, uids: UidSet): Promise<RemoteMessage[]> {
	const found = new Map<number, RemoteMessage>();
	for (const range of sequences(uids))
		for await (const message of client.fetch(range, QUERY, { uid: true })) {
			const known = found.get(message.uid);
			// Servers also tell, unasked, of flags that change at this moment (RFC 9051 §7.5.2).
			if (known !== undefined && message.flags) known.flags = readFlags(message.flags);
			else if (message.headers && hasUid(uids, message.uid)) found.set(message.uid, toRemote(client, folder, message));
		}
	return [...found.values()];
}

/** Where a message is and how it stands. */
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
		header: wholeLines(message.headers ?? Buffer.alloc(0)),
	};
}

/** A header section that was cut ends with the last whole line and an empty one. */
function wholeLines(header: Buffer): Buffer {
	if (header.length < HEADER_LIMIT) return header;
	return Buffer.concat([header.subarray(0, header.lastIndexOf("\n") + 1), Buffer.from("\r\n")]);
}
