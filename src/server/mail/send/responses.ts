import type { DeliveryReport } from "#shared/mail/delivery-report.ts";
import { headerText } from "#shared/mail/headers.ts";
import type { Incoming } from "#shared/mail/incoming.ts";
import { parseMessageIds, parseReferences } from "#shared/mail/message-ids.ts";
import { fieldOf } from "#shared/mail/mime-parts.ts";
import { readIncoming } from "#shared/mail/read-incoming.ts";
import { htmlToText } from "../parse/shown/html-text.ts";

/** What a received message may be with regard to sent ones. */
export interface Response {
	/** Message-IDs that it refers to, the nearest first, without angle brackets. */
	references: string[];
	/** Null: it is no delivery report. */
	report: DeliveryReport | null;
	incoming: Incoming;
	subject: string;
	/** The beginning of its text, with what it quotes. */
	text: string;
}

const MAX_TEXT = 20_000;

/**
 * @param raw the beginning of a message, one code unit per byte
 * @param own keys of the user's addresses
 */
export function readResponse(raw: string, { own, now }: { own: ReadonlySet<string>; now: number }): Response {
	const toText = (html: string): string => htmlToText(html, MAX_TEXT);
	const { incoming, fields, text, report } = readIncoming(raw, { own, now, toText });
	const references = [
		...parseMessageIds(fieldOf(fields, "in-reply-to")),
		...parseReferences(fieldOf(fields, "references")).reverse(),
	];
	const subject = headerText(fieldOf(fields, "subject"));
	return { references: [...new Set(references)], report, incoming, subject, text };
}
