import { parseMailDate } from "./dates.ts";
import { type DeliveryReport, readDeliveryReport } from "./delivery-report.ts";
import { type HeaderField, headerText, parseHeaderBlock } from "./headers.ts";
import { decideIncoming, type Incoming, senderOf } from "./incoming.ts";
import { fieldOf, type MimePart, mimeParts, splitHeader, textOf } from "./mime-parts.ts";

/** A message with what it is. */
export interface ReadIncoming {
	incoming: Incoming;
	fields: HeaderField[];
	/** The beginning of its text, with what it quotes. */
	text: string;
	/** Null: it is no delivery report. */
	report: DeliveryReport | null;
}

interface Options {
	/** Keys of the user's addresses. */
	own?: ReadonlySet<string>;
	/** Of a message without a date: epoch milliseconds. */
	now: number;
	/** The text of a message that has only HTML. */
	toText: (html: string) => string;
}

const MAX_TEXT = 20_000;

/** Reads what a message is. @param raw its beginning, one code unit per byte */
export function readIncoming(raw: string, { own = new Set(), now, toText }: Options): ReadIncoming {
	const { fields } = parseHeaderBlock(splitHeader(raw).header);
	const parts = mimeParts(raw);
	const report = readDeliveryReport(raw);
	const text = bodyText(parts, toText);
	const subject = headerText(fieldOf(fields, "subject"));
	const types = [fieldOf(fields, "content-type").toLowerCase(), ...parts.map(typeWithMethod)];
	const date = parseMailDate(fieldOf(fields, "date")) ?? now;
	const incoming = decideIncoming({ fields, subject, from: senderOf(fields), text, types, report, date }, own);
	return { incoming, fields, text, report };
}

function bodyText(parts: readonly MimePart[], toText: (html: string) => string): string {
	const plain = parts.find(({ type }) => type === "text/plain");
	const text = plain === undefined ? "" : textOf(plain, MAX_TEXT);
	if (text.trim() !== "") return text;
	const html = parts.find(({ type }) => type === "text/html");
	return html === undefined ? text : toText(textOf(html, MAX_TEXT * 5)).slice(0, MAX_TEXT);
}

/** A content type with the method of a calendar (RFC 5546). */
export function typeWithMethod({ type, params }: Pick<MimePart, "type" | "params">): string {
	return params.method === undefined ? type : `${type}; method=${params.method.toLowerCase()}`;
}
