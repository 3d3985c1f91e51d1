import { enhancedStatus, isHardBounce, preciseStatus } from "./enhanced-status.ts";
import { type HeaderField, headerText, parseHeaderBlock } from "./headers.ts";
import { parseMessageId, parseMessageIds, parseReferences } from "./message-ids.ts";
import { decodedBody, fieldOf, type MimePart, mimeParts, splitHeader, textOf } from "./mime-parts.ts";
import { isFromMailSystem, type ReportedRecipient, readPlainReport } from "./plain-report.ts";

export interface DeliveryReport {
	kind: "bounce" | "delay" | "delivered" | "complaint";
	recipients: ReportedRecipient[];
	/** The Message-ID of the returned message, without angle brackets. */
	originalMessageId: string | null;
	/** ENVID of the returned message (RFC 3461 §4.4). */
	envelopeId: string | null;
}

/** More than a message of the product can have. */
const MAX_RECIPIENTS = 1_000;
/** Of a notice for people, that explains one recipient, and of one that names them all. */
const MAX_TEXT = 20_000;
const MAX_PLAIN_TEXT = 500_000;
const MAX_DIAGNOSTIC = 500;

/**
 * Reads a delivery report (RFC 3464 in RFC 6522), a feedback report (RFC 5965), or the free text of mail systems that write
 * neither. Null: it is none.
 * @param raw the message, one code unit per byte; its beginning is enough
 */
export function readDeliveryReport(raw: string): DeliveryReport | null {
	const { fields } = parseHeaderBlock(splitHeader(raw).header);
	const parts = mimeParts(raw);
	const original = returnedFields(parts);
	const text = parts.find(({ type }) => type.startsWith("text/"));
	const originalMessageId =
		parseMessageId(fieldOf(original, "message-id")) ?? inlineMessageId(text) ?? lastReference(fields);
	const found = { originalMessageId, envelopeId: null };
	const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type));
	if (status !== undefined) {
		const report = readStatus(decodedBody(status), text === undefined ? "" : textOf(text, MAX_TEXT));
		if (report.recipients.length > 0) return { ...found, ...report };
	}
	const feedback = parts.find(({ type }) => type === "message/feedback-report");
	if (feedback !== undefined) return { ...found, ...readFeedback(decodedBody(feedback), original) };
	const notice = text === undefined ? "" : textOf(text, MAX_PLAIN_TEXT);
	const recipients = readPlainReport(fields, notice, { original, maxRecipients: MAX_RECIPIENTS });
	if (recipients === null) return null;
	const kind = recipients.length > 0 && recipients.every(({ action }) => action === "delayed") ? "delay" : "bounce";
	return { ...found, kind, recipients };
}

/** Whether it is worth reading a message as a report. @param types of the message and its parts */
export function mayBeReport(fields: readonly HeaderField[], types: readonly string[]): boolean {
	const isTyped = types.some((one) =>
		/^(?:multipart\/report|message\/(?:(?:global-)?delivery-status|feedback-report))/.test(one),
	);
	return isTyped || isFromMailSystem(fields);
}

/**
 * A message of several fields groups: the first about the message, the others about one recipient each (RFC 3464 §2.1).
 * @param notice the same for people
 */
function readStatus(body: string, notice: string): Pick<DeliveryReport, "kind" | "recipients" | "envelopeId"> {
	const groups = body
		.split(/\r?\n[ \t]*\r?\n/)
		.map((block) => parseHeaderBlock(block).fields)
		.filter((fields) => fields.length > 0);
	const envelopeId = groups.map((fields) => fieldOf(fields, "original-envelope-id")).find((id) => id !== "") ?? null;
	const found = groups.map(readRecipient).filter((recipient) => recipient !== null);
	const [only] = found;
	const recipients =
		found.length === 1 && only?.diagnostic === null ? [explained(only, notice)] : found.slice(0, MAX_RECIPIENTS);
	const has = (action: ReportedRecipient["action"]): boolean => recipients.some((one) => one.action === action);
	return { kind: has("failed") ? "bounce" : has("delayed") ? "delay" : "delivered", recipients, envelopeId };
}

function readRecipient(fields: readonly HeaderField[]): ReportedRecipient | null {
	const written = fieldOf(fields, "original-recipient") || fieldOf(fields, "final-recipient");
	const address = addressOf(written) || addressOf(fieldOf(fields, "final-recipient"));
	const action =
		fieldOf(fields, "action")
			.split(/[\s;(]/, 1)[0]
			?.toLowerCase() ?? "";
	if (address === "") return null;
	const status = enhancedStatus(fieldOf(fields, "status"));
	const diagnostic = fieldOf(fields, "diagnostic-code").replace(/^[\w-]+;\s*/, "");
	const own = statusWithin(diagnostic);
	// Code and words of the server itself count more than the field, which others may have filled in.
	const isExplained = own !== null && isHardBounce(own, diagnostic) && isHardBounce(null, diagnostic);
	const within = isGeneral(status) || isExplained ? (own ?? status) : status;
	const precise = preciseStatus(within, diagnostic) ?? within;
	return {
		address,
		action: actionOf(action, precise),
		status: precise,
		diagnostic: diagnostic === "" ? null : headerText(diagnostic).slice(0, MAX_DIAGNOSTIC),
	};
}

const isGeneral = (status: string | null): boolean => /^[45]\.0\.0$/.test(status ?? "5.0.0");

/** Where the fields give no reason, the notice for people may. */
function explained(recipient: ReportedRecipient, notice: string): ReportedRecipient {
	if (!isGeneral(recipient.status)) return recipient;
	const within = statusWithin(notice) ?? recipient.status;
	return { ...recipient, status: preciseStatus(within, notice) };
}

function actionOf(written: string, status: string | null): ReportedRecipient["action"] {
	if (written === "failed") return "failed";
	if (written === "delayed") return "delayed";
	if (written === "delivered" || written === "relayed" || written === "expanded") return "delivered";
	return status?.startsWith("4") ? "delayed" : status?.startsWith("2") ? "delivered" : "failed";
}

/** `rfc822; user@example.org` (RFC 3464 §2.3.1), in several spellings. */
function addressOf(written: string): string {
	const words = written.slice(0, 500).split(/[\s<>;,"]+/);
	return words.find((word) => /^[^@]+@[^@]+$/.test(word))?.toLowerCase() ?? "";
}

function statusWithin(text: string): string | null {
	return /(?:^|[\s#(-])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text.slice(0, MAX_DIAGNOSTIC))?.[1] ?? null;
}

function readFeedback(
	body: string,
	original: readonly HeaderField[],
): Pick<DeliveryReport, "kind" | "recipients" | "envelopeId"> {
	const { fields } = parseHeaderBlock(body);
	const address = addressOf(fieldOf(fields, "original-rcpt-to")) || addressOf(fieldOf(original, "to"));
	const recipient = {
		address,
		action: "delivered" as const,
		status: null,
		diagnostic: fieldOf(fields, "feedback-type") || null,
	};
	return {
		kind: "complaint",
		recipients: address === "" ? [] : [recipient],
		envelopeId: fieldOf(fields, "original-envelope-id") || null,
	};
}

/** Header fields of the returned message. */
function returnedFields(parts: readonly MimePart[]): HeaderField[] {
	const part = parts.find(({ type }) =>
		/^(?:message\/(?:rfc822|global)|(?:text|message)\/(?:rfc822|global)-headers)$/.test(type),
	);
	return part === undefined
		? []
		: parseHeaderBlock(splitHeader(decodedBody(part).replace(/^(?:\r?\n)+/, "")).header).fields;
}

/** Some systems name the returned message in In-Reply-To or References. */
function lastReference(fields: readonly HeaderField[]): string | null {
	const ids = [...parseReferences(fieldOf(fields, "references")), ...parseMessageIds(fieldOf(fields, "in-reply-to"))];
	return ids.at(-1) ?? null;
}

/** The Message-ID of a copy that follows in the text itself. */
function inlineMessageId(text: MimePart | undefined): string | null {
	const body = text === undefined ? "" : text.body.slice(0, MAX_TEXT * 2);
	const [, id = ""] = /^[> \t]*message-id:[ \t\r\n]*(<[^<>\s]{1,500}>)/im.exec(body) ?? [];
	return parseMessageId(id);
}
