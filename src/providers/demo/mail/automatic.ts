/** Automatic replies: bounces of the owner's mail (RFC 3464) and out-of-office replies (RFC 3834). */

import { DAY, mailDate, wholeSeconds } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type Block, expand, headerFields, readBlocks, readText } from "./content.ts";
import { type Draft, domainOf, draftOf, type GeneratorOptions, render } from "./message.ts";
import { OWNER, person } from "./people.ts";
import { prng } from "./prng.ts";

/** A message of the owner that was rejected, and the report about it. */
function bounced({ title, fields, entries }: Block, index: number, { now, seed }: GeneratorOptions): Draft[] {
	const random = prng(`${seed} bounce ${index}`);
	const { day, to = "", status = "" } = fields;
	const at = wholeSeconds(now - Number(day) * DAY - random.int(0, 7_000_000));
	const sent = draftOf({
		...{ key: `bounced-${index + 1}`, kind: "person", at, from: OWNER, subject: title, folder: "sent" },
		to: [{ name: "", email: to }],
		headers: () => "X-Mailer: Fernmail Web 8.1",
		body: () => ({ text: `${entries[0]?.paragraphs.join("\n\n")}\n\nBest wishes,\nAda`, charset: "utf-8" }),
		flags: { read: true },
	});
	const delay = status.startsWith("4") ? 5 * DAY : random.int(2, 30) * 1000;
	const values = { ...fields, host: domainOf(to), date: mailDate(at) };
	const facts = `${expand(readText("pages/delivery-status.txt"), values)}\n`.replaceAll("\n", "\r\n");
	const body = (): Part => ({
		multipart: "report",
		params: { "report-type": "delivery-status" },
		parts: [
			{ text: expand(readText("pages/bounce.txt"), values) },
			{ type: "message/delivery-status", name: "status.txt", encoding: "7bit", bytes: () => Buffer.from(facts) },
			{ type: "message/rfc822", name: "message.eml", encoding: "7bit", bytes: () => render(sent) },
		],
	});
	const report = draftOf({
		...{ key: `bounce-${index + 1}`, kind: "bounce", at: at + delay, body, verdict: "none" },
		from: { name: "Mail Delivery System", email: "mailer-daemon@mx.marlow.example" },
		subject: `Undelivered mail returned to sender: ${title}`,
		references: [sent.messageId],
		headers: () => headerFields("bounce", { to }),
		flags: { read: index > 0 },
	});
	return [sent, report].filter((draft) => draft.at <= now);
}

/** An out-of-office reply, minutes after a message of the owner to that person. */
function absence({ title, fields, entries }: Block, { now, seed }: GeneratorOptions, mail: readonly Draft[]): Draft[] {
	const from = person(fields.absence);
	const sent = mail.filter(({ folder, to }) => folder === "sent" && to[0]?.email === from.email);
	const draft = sent[prng(`${seed} absence ${fields.absence}`).int(0, Math.max(0, sent.length - 1))];
	if (!draft || draft.at + 95_000 > now) return [];
	const reply = draftOf({
		...{ key: `absence-${fields.absence}`, kind: "automatic", at: draft.at + 95_000, from },
		subject: `Automatic reply: ${title}`,
		references: [...(draft.references ?? []), draft.messageId],
		headers: () => headerFields("absence"),
		body: () => ({ text: `${entries[0]?.paragraphs.join("\n\n")}\n\n${from.name}`, charset: "utf-8" }),
		flags: { read: true },
	});
	return [reply];
}

/** Bounces with the messages they are about, and out-of-office replies to the owner's mail. */
export function automatic(edition: GeneratorOptions, mail: readonly Draft[]): Draft[] {
	return readBlocks("automatic").flatMap((block, index) =>
		block.fields.absence === undefined ? bounced(block, index, edition) : absence(block, edition, mail),
	);
}
