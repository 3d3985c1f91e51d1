import { type MailContext, signToken } from "#kernel/module.ts";
import type { Content } from "#kernel/send.ts";
import { escapeHtml } from "#shared/escape-html.ts";
import type { Step } from "../contract.ts";
import { render } from "../template.ts";
import { renderHtml } from "./formatted.ts";
import type { CampaignRow, RecipientRow } from "./rows.ts";
import { senderValues } from "./sender-name.ts";
import { subjectFor, type Variant, variantOf } from "./variants.ts";

/** Purpose of the tokens in unsubscribe links. */
export const UNSUBSCRIBE = "campaign-unsubscribe";
/** Purpose of those in test messages, which unsubscribe no one. */
export const TEST_UNSUBSCRIBE = "campaign-unsubscribe-test";

interface Composing {
	ownerId: string;
	campaign: Pick<CampaignRow, "postalAddress" | "fromName" | "senderNames" | "accountIds">;
	recipient: Pick<RecipientRow, "id" | "email" | "fields" | "senderId">;
	steps: readonly Step[];
	/** Which of the steps. */
	position: number;
	/** Positions of the messages before that the recipient got; absent: all of them. */
	sent?: readonly number[];
	/** The unsubscribe link; absent: the recipient's own. */
	link?: string;
	/** Which of two subjects; absent: the recipient's own. */
	variant?: Variant | undefined;
}

export interface Composed {
	subject: string;
	text: string;
	/** Null: the message is plain text. */
	html: string | null;
	missing: string[];
}

/** Values of a recipient: its fields, its address, and its sender. Before the launch that is the first mailbox. */
function valuesOf({ campaign, recipient: { email, fields, senderId } }: Composing): Record<string, string> {
	return { ...senderValues(campaign, senderId ?? campaign.accountIds[0]), email, ...fields };
}

/** The message of a step, as the recipient sees it. */
export function composeStep(config: MailContext["config"], composing: Composing): Composed {
	const { ownerId, campaign, recipient, steps, position } = composing;
	const values = valuesOf(composing);
	const step = steps[position];
	const formatted = step?.html == null ? null : renderHtml(step.html, values);
	const body = formatted ?? render(step?.body ?? "", values);
	const subject = subjectOf(composing, values);
	const link = composing.link ?? unsubscribeLink(config, ownerId, recipient.id);
	const footer = [campaign.postalAddress, `Unsubscribe: ${link}`].filter((line) => line !== "").join("\n");
	return {
		subject: subject.text,
		text: `${body.text.trimEnd()}\n\n-- \n${footer}\n`,
		html: formatted && `${formatted.html}<div><br></div>${htmlFooter(campaign.postalAddress, link)}`,
		missing: [...new Set([...subject.missing, ...body.missing])],
	};
}

function htmlFooter(postalAddress: string, link: string): string {
	const address = postalAddress === "" ? "" : `${escapeHtml(postalAddress).replaceAll("\n", "<br>")}<br>`;
	return `<div>-- <br>${address}<a href="${escapeHtml(link)}">Unsubscribe</a></div>`;
}

/** The position of the step whose subject a message has: its own, or that of its conversation. -1: none */
function subjectStep({ steps, position, sent }: Pick<Composing, "steps" | "position" | "sent">): number {
	const hasGot = (at: number): boolean => at === position || sent === undefined || sent.includes(at);
	return steps.slice(0, position + 1).findLastIndex(({ subject }, at) => subject.trim() !== "" && hasGot(at));
}

/** The message as people get it who have the one subject or the other; of a message with one subject, that one alone. */
export function composeArms(config: MailContext["config"], composing: Composing): (Composed & { variant: Variant })[] {
	const { recipient, steps } = composing;
	const at = subjectStep(composing);
	const step = steps[at];
	const own = variantOf(recipient.id, at, step);
	const variants = step === undefined || step.subjectB.trim() === "" ? [own] : ([0, 1] as const);
	return variants.map((variant) => ({ ...composeStep(config, { ...composing, variant }), variant }));
}

/** A follow-up without a subject has that of the message before, as a reply. */
function subjectOf(composing: Composing, values: Readonly<Record<string, string>>) {
	const { recipient, steps, position } = composing;
	const own = subjectStep(composing);
	const step = steps[own];
	const { variant = variantOf(recipient.id, own, step) } = composing;
	const { text, missing } = render(step === undefined ? "" : subjectFor(step, variant), values);
	// A header field is one line.
	const line = text.replace(/\s+/g, " ").trim();
	return { text: own < position ? `Re: ${line}` : line, missing };
}

/** Whether a step continues the conversation of the one before. */
export function isReply(steps: readonly Step[], position: number): boolean {
	return position > 0 && steps[position]?.subject.trim() === "";
}

/** The page where the recipient unsubscribes. It carries ids, never an address. */
export function unsubscribeLink(config: MailContext["config"], ownerId: string, recipientId: string): string {
	return new URL(`/unsubscribe/${signToken(config, UNSUBSCRIBE, [ownerId, recipientId])}`, config.baseUrl).href;
}

/** The link of a test message: its page says so, and unsubscribes no one. */
export function testUnsubscribeLink(config: MailContext["config"], ownerId: string): string {
	return new URL(`/unsubscribe/${signToken(config, TEST_UNSUBSCRIBE, [ownerId])}`, config.baseUrl).href;
}

interface Headers {
	link: string;
	/** The mailbox that sends. */
	sender: string;
}

/** Headers of a campaign message: unsubscribing with one click needs https (RFC 2369, RFC 8058). */
export function headersFor({ link, sender }: Headers): Record<string, string> {
	const mailto = `<mailto:${sender}?subject=unsubscribe>`;
	return {
		"List-Unsubscribe": `<${link}>, ${mailto}`,
		...(link.startsWith("https:") && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
	};
}

/** The content to send. @param html with tracked addresses; null: plain text alone */
export function contentOf({ subject, text }: Composed, html: string | null, headers: Headers): Content {
	return { subject, text, ...(html !== null && { html: documentOf(html) }), headers: headersFor(headers) };
}

/** HTML as a page of its own: filters distrust mail that is none. */
export function documentOf(html: string): string {
	return `<!doctype html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`;
}
