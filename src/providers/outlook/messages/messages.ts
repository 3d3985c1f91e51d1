import type { RemoteMessage } from "#server/mail/provider/provider.ts";
import type { OutlookMessage } from "../api/resources.ts";
import { flagsOf } from "./flags.ts";
import { headerOf } from "./header.ts";

/** [MS-OXPROPS]: PidTagMessageSize, and PidTagLastVerbExecuted, which shows whether a message was answered. */
const SIZE = "Long 0x0E08";
export const LAST_VERB = "Integer 0x1081";
/** PidTagLastVerbExecutionTime. */
export const LAST_VERB_TIME = "SystemTime 0x1082";
/** Values of PidTagLastVerbExecuted. */
export const VERBS = { reply: "102", reply_all: "103", forward: "104" } as const;

const SELECT = [
	...["parentFolderId", "conversationId", "receivedDateTime", "sentDateTime", "isRead", "isDraft", "flag"],
	...["importance", "categories", "subject", "from", "sender", "replyTo", "toRecipients", "ccRecipients"],
	...["internetMessageId", "internetMessageHeaders"],
].join(",");

/** The `$select` and `$expand` of messages. @param isExtended include extended properties */
export function fields(isExtended: boolean): string {
	const expand = `singleValueExtendedProperties($filter=id eq '${SIZE}' or id eq '${LAST_VERB}')`;
	return `$select=${SELECT}${isExtended ? `&$expand=${encodeURIComponent(expand)}` : ""}`;
}

/** A delta may contain only the changed properties. */
export function isComplete(message: OutlookMessage): boolean {
	const { parentFolderId, receivedDateTime, isRead, flag, importance, categories } = message;
	return [parentFolderId, receivedDateTime, isRead, flag, importance, categories].every(
		(value) => value !== undefined && value !== null,
	);
}

/** @param message with all properties requested by `fields` */
export function toRemote(message: OutlookMessage, folderId: string): RemoteMessage {
	const received = Date.parse(message.receivedDateTime ?? "");
	const size = Number(extended(message, SIZE) ?? Number.NaN);
	return {
		id: message.id,
		folderId,
		flags: {
			...flagsOf(message),
			answered: [VERBS.reply, VERBS.reply_all].some((verb) => verb === extended(message, LAST_VERB)),
		},
		labels: message.categories ?? [],
		...(message.conversationId ? { threadId: message.conversationId } : {}),
		...(Number.isNaN(received) ? {} : { receivedAt: received }),
		...(Number.isNaN(size) ? {} : { sizeBytes: size }),
		header: headerOf(message),
	};
}

/** Graph's spelling of the id's number varies. */
function extended({ singleValueExtendedProperties }: OutlookMessage, id: string): string | undefined {
	const tag = (text: string): string => text.toLowerCase().replace(/^\w+ 0x0*/, "");
	return singleValueExtendedProperties?.find((property) => tag(property.id) === tag(id))?.value ?? undefined;
}
