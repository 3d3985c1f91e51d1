import { automaticKind } from "#shared/mail/auto-reply.ts";
import { type DeliveryReport, readDeliveryReport } from "#shared/mail/delivery-report.ts";
import { headerText, parseHeaderBlock } from "#shared/mail/headers.ts";
import { parseMessageIds } from "#shared/mail/message-ids.ts";
import { fieldOf, mimeParts, splitHeader, textOf } from "#shared/mail/mime-parts.ts";

/** What a received message may be with regard to sent ones. */
export interface Response {
	/** Message-IDs that it refers to, the nearest first, without angle brackets. */
	references: string[];
	/** Null: it is no delivery report. */
	report: DeliveryReport | null;
	isAutomatic: boolean;
	/** It accepts no more mail, and gives no other reason. */
	isUnsubscribe: boolean;
}

/** The answer to a mailing by which people unsubscribe: the word alone. */
const UNSUBSCRIBE =
	/^(?:please )?(?:unsubscribe|remove|stop|opt[ -]?out|abmelden|abbestellen|désabonner|se désinscrire)(?: me)?[.!]?$/i;
const MAX_TEXT = 2_000;

/** @param raw the beginning of a message, one code unit per byte */
export function readResponse(raw: string): Response {
	const { fields } = parseHeaderBlock(splitHeader(raw).header);
	const references = [
		...parseMessageIds(fieldOf(fields, "in-reply-to")),
		...parseMessageIds(fieldOf(fields, "references")).reverse(),
	];
	const report = readDeliveryReport(raw);
	const subject = headerText(fieldOf(fields, "subject")).replace(/^(?:(?:re|aw|sv|antw)\s*:\s*)+/i, "");
	const isAutomatic = automaticKind(fields) !== null;
	const isUnsubscribe =
		report === null && !isAutomatic && (UNSUBSCRIBE.test(subject.trim()) || UNSUBSCRIBE.test(firstLine(raw)));
	return { references: [...new Set(references)], report, isAutomatic, isUnsubscribe };
}

function firstLine(raw: string): string {
	const part = mimeParts(raw).find(({ type }) => type === "text/plain");
	const lines = part === undefined ? [] : textOf(part, MAX_TEXT).split(/\r\n|\r|\n/);
	return lines.map((line) => line.trim()).find((line) => line !== "") ?? "";
}
