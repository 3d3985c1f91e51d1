import { z } from "zod";
import type { Email } from "#shared/contracts/emails.ts";

/** What one answer holds of an email's parts. */
const LIMITS = {
	/** Characters. */
	text: 20_000,
	to: 50,
	cc: 50,
	bcc: 50,
	replyTo: 50,
	attachments: 50,
};
type Limits = typeof LIMITS;
type Part = keyof Limits;
const parts = Object.keys(LIMITS) as Part[];
const units = { text: "characters of text", attachments: "attachments" } as const;

/** Characters of a message's text in one answer. */
export const TEXT_LIMIT = LIMITS.text;

/** Continues a part of an email. Emails do not change, so that a position in a part is its key. */
export const emailCursor = z
	.string()
	.regex(new RegExp(`^(?:${parts.join("|")}):[0-9]{1,9}$`, "u"), "Use a cursor of an earlier answer for this email.")
	.optional()
	.describe("Continues a part that an earlier answer cut");

/** What a tool returns, and what it leaves out, in sentences. */
export interface Presented {
	data: unknown;
	notes: string[];
}

/**
 * A message without HTML, addresses to unsubscribe at and other links that a model could be made to follow; with a cursor, the rest of
 * one of its parts.
 */
export function presentEmail(email: Email, input: { cursor?: string }, limits: Limits = LIMITS): Presented {
	const [continued, position = "0"] = input.cursor?.split(":") ?? [];
	const part = parts.find((one) => one === continued);
	const cut = (part === undefined ? parts : [part]).map((one) => cutPart(email, one, Number(position), limits));
	const shown = Object.fromEntries(cut.map(({ name, shown: value }) => [name, value]));
	const notes = cut.flatMap(({ note }) => note ?? []);
	if (part !== undefined) return { data: { id: email.id, ...shown }, notes };
	const { html: _, listUnsubscribe: __, ...rest } = email;
	return { data: { ...rest, ...shown, textIsCut: email.text.length > limits.text }, notes };
}

function cutPart(email: Email, name: Part, start: number, limits: Limits) {
	const whole = email[name];
	const end = start + limits[name];
	const unit = name === "text" || name === "attachments" ? units[name] : `addresses in ${name}`;
	const range = `${start + 1} to ${end} of ${whole.length} ${unit} shown.`;
	return {
		name,
		shown: whole.slice(start, end),
		note: whole.length > end ? `${range} For the rest, pass cursor ${name}:${end}.` : null,
	};
}
