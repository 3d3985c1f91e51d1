import DOMPurify from "dompurify";
import type { Email } from "#shared/contracts/emails.ts";
import { escapeHtml } from "#shared/escape-html.ts";
import { formatAddress } from "#shared/mail/addresses.ts";
import { formatFullTime } from "#web/lib/base/format.ts";
import type { DraftKind, Quote } from "../../contract.ts";
import { t } from "../base/text.ts";

/** Characters of either form; the server takes 300,000. */
const MAX_LENGTH = 250_000;

const QUOTE_STYLE = "margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex";

/** What a mail may keep when it is quoted: nothing that runs, and no style sheet, which would restyle the whole message. */
const FORBIDDEN = [
	"style",
	"link",
	"meta",
	"base",
	"form",
	"input",
	"button",
	"textarea",
	"select",
	"iframe",
	"svg",
	"math",
];

type Quoted = Pick<
	Email,
	"senderName" | "senderEmail" | "sentAt" | "receivedAt" | "subject" | "to" | "cc" | "text" | "html"
>;

/**
 * The message as it is quoted below an answer, or forwarded. What is left out of a long one is said at its end.
 * @param limit characters of either form
 */
export function quoteOf(kind: DraftKind, email: Quoted, limit = MAX_LENGTH): Quote {
	const introduction = kind === "forward" ? forwardHeader(email) : [attribution(email)];
	const text = email.text.trimEnd();
	const plain = kind === "forward" ? text : text.split(/\r?\n/).map(quotedLine).join("\n");
	const separator = kind === "forward" ? "\n\n" : "\n";
	return {
		text: cut(`${introduction.join("\n")}${separator}${plain}`, limit),
		html: htmlOf(kind, introduction, { email, limit }),
	};
}

function cut(text: string, limit: number): string {
	return text.length <= limit ? text : `${text.slice(0, limit).trimEnd()}\n\n${t.quote.cut}`;
}

function quotedLine(line: string): string {
	return line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd();
}

function attribution({ senderName, senderEmail, sentAt, receivedAt }: Quoted): string {
	return t.quote.wrote(formatFullTime(sentAt ?? receivedAt), formatAddress({ name: senderName, email: senderEmail }));
}

function forwardHeader({ senderName, senderEmail, sentAt, receivedAt, subject, to, cc }: Quoted): string[] {
	const listed = (people: Quoted["to"]) => people.map(formatAddress).join(", ");
	return [
		t.quote.forwarded,
		t.quote.from(formatAddress({ name: senderName, email: senderEmail })),
		t.quote.date(formatFullTime(sentAt ?? receivedAt)),
		t.quote.subject(subject),
		t.quote.to(listed(to)),
		...(cc.length > 0 ? [t.quote.cc(listed(cc))] : []),
	];
}

function htmlOf(
	kind: DraftKind,
	introduction: readonly string[],
	{ email, limit }: { email: Quoted; limit: number },
): string {
	const head = `<div>${introduction.map(escapeHtml).join("<br>")}</div>`;
	const clean = email.html === null || email.html.length > limit * 2 ? "" : cleanHtml(email.html);
	const fits = clean !== "" && clean.length + head.length < limit;
	const body = fits
		? clean
		: `<div style="white-space:pre-wrap">${escapeHtml(cut(email.text.trimEnd(), limit / 2))}</div>`;
	if (kind === "forward") return `<div class="gmail_quote">${head}<br>${body}</div>`;
	return `<div class="gmail_quote">${head}<blockquote type="cite" style="${QUOTE_STYLE}">${body}</blockquote></div>`;
}

function cleanHtml(html: string): string {
	return DOMPurify.sanitize(html, { FORBID_TAGS: FORBIDDEN, FORBID_ATTR: ["id", "class"], ALLOW_DATA_ATTR: false });
}
