/** Automatic replies: bounces of the owner's mail (RFC 3464) and out-of-office replies (RFC 3834). */

import { mailDate } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type DraftMessage, messageIdFor, OWNER, render } from "./message.ts";
import { PEOPLE, type Person } from "./people.ts";
import { prng } from "./prng.ts";
import type { GeneratorOptions } from "./threads.ts";

const unread = { read: false, starred: false, important: false, answered: false };

/** The owner's mail to addresses that rejected it. */
const FAILURES: {
	days: number;
	to: string;
	subject: string;
	text: string;
	code: string;
	status: string;
	why: string;
}[] = [
	{
		days: 11,
		to: "ellen.carrick@hallamarchive.example",
		subject: "The chart with the two lighthouses",
		text: "We spoke at the guild about the chart with two lighthouses on it. Could you tell me whether it may be photographed, and by whom? We would need it by the spring.",
		code: "550",
		status: "5.1.1",
		why: "No such user here",
	},
	{
		days: 48,
		to: "office@ferrybridge-chandlers.example",
		subject: "Forty metres of manila, again",
		text: "The rope for the barrier has been touched by so many people that we need more of it. The same again, please, at your usual price.",
		code: "552",
		status: "5.2.2",
		why: "Mailbox is full",
	},
	{
		days: 95,
		to: "p.ashworth@oldstudio-partners.example",
		subject: "Your drawings, which we still have",
		text: "In unpacking the last boxes we came upon a roll of your drawings for the ferry landing. They are safe and dry. Where shall we send them?",
		code: "550",
		status: "5.4.4",
		why: "Domain has no mail exchanger",
	},
	{
		days: 163,
		to: "tenders@skerrypoint-trust.example",
		subject: "Congratulations to the winners",
		text: "Thank you for letting us know, and for the useful note. Would you pass on our congratulations to the winners? It is a lovely site and it deserves them.",
		code: "421",
		status: "4.4.1",
		why: "Connection timed out; gave up after five days",
	},
	{
		days: 210,
		to: "miriam.joss@hallamarchve.example",
		subject: "Keys for the reading room",
		text: "I have your spare key, which came home with me in a coat. It will be in the post tomorrow, registered.",
		code: "550",
		status: "5.1.2",
		why: "Host not found",
	},
];

function bounced(edition: GeneratorOptions): DraftMessage[] {
	return FAILURES.flatMap((failure, index) => {
		const random = prng(`${edition.seed} bounce ${index}`);
		const at = Math.floor((edition.now - failure.days * 86_400_000 - random.int(0, 7_000_000)) / 1000) * 1000;
		const key = `bounced-${index + 1}`;
		const sent: DraftMessage = {
			key,
			kind: "person",
			at,
			from: OWNER,
			to: [{ name: "", email: failure.to }],
			subject: failure.subject,
			messageId: messageIdFor(key, OWNER.email),
			headers: [["X-Mailer", "Fernmail Web 8.1"]],
			body: () => ({ text: `${failure.text}\n\nBest wishes,\nAda`, charset: "utf-8" }),
			folder: "sent",
			flags: { ...unread, read: true },
			labels: [],
		};
		const late = failure.status.startsWith("4") ? 5 * 86_400_000 : random.int(2, 30) * 1000;
		const daemon = { name: "Mail Delivery System", email: "mailer-daemon@mx.marlow.example" };
		const answer = `${failure.code} ${failure.status} ${failure.why}`;
		const host = failure.to.slice(failure.to.indexOf("@") + 1);
		const status = [
			"Reporting-MTA: dns; mx.marlow.example",
			`Arrival-Date: ${mailDate(at)}`,
			"",
			`Original-Recipient: rfc822; ${failure.to}`,
			`Final-Recipient: rfc822; ${failure.to}`,
			"Action: failed",
			`Status: ${failure.status}`,
			`Remote-MTA: dns; mx.${host}`,
			`Diagnostic-Code: smtp; ${answer}`,
			"",
		].join("\r\n");
		const report: DraftMessage = {
			key: `bounce-${index + 1}`,
			kind: "bounce",
			at: at + late,
			from: daemon,
			to: [OWNER],
			subject: `Undelivered mail returned to sender: ${failure.subject}`,
			messageId: messageIdFor(`bounce-${index + 1}`, daemon.email),
			inReplyTo: sent.messageId,
			references: [sent.messageId],
			headers: [
				["Return-Path", "<>"],
				["Auto-Submitted", "auto-replied"],
				["X-Failed-Recipients", failure.to],
			],
			body: (): Part => ({
				multipart: "report",
				params: { "report-type": "delivery-status" },
				parts: [
					{
						text: `Your message could not be delivered to ${failure.to}.\n\nThe answer of the other server was:\n    ${answer}\n\nThe report and your message are attached.`,
					},
					{ type: "message/delivery-status", name: "status.txt", encoding: "7bit", bytes: () => Buffer.from(status) },
					{ type: "message/rfc822", name: "message.eml", encoding: "7bit", bytes: () => render(sent) },
				],
			}),
			verdict: "none",
			folder: "inbox",
			flags: { ...unread, read: index > 0 },
			labels: [],
		};
		return [sent, report].filter((draft) => draft.at <= edition.now);
	});
}

const ABSENCES: Record<string, [subject: string, text: string]> = {
	marcus: [
		"Away until Monday",
		"I am away from the library until Monday and am reading something without page numbers. In urgent cases please ring the desk on 01632 960 300.",
	],
	fern: [
		"Out of the office",
		"I am on leave and shall answer when I am back. For claims, please write to claims@tidewater.example.",
	],
	dele: [
		"In court this week",
		"I am in court for the whole of this week and will read messages in the evening. If it is urgent, my clerk can be reached on 01632 960 870.",
	],
	mina: ["On site", "I am on site without a signal until tomorrow evening. Nothing will fall down before then."],
	helen: ["Annual leave", "I am on annual leave. Nadia Rahimi can help with loans; everything else can, I hope, wait."],
	lars: [
		"Ferie / on holiday",
		"Jeg er på ferie. I am on holiday, where it does not get dark, and will reply next week.",
	],
	rafa: [
		"Year-end closing",
		"We are closing the year for several clients. Please expect an answer within three working days.",
	],
};

/** Out-of-office replies, each minutes after a message of the owner to that person. */
function absences(edition: GeneratorOptions, sent: readonly DraftMessage[]): DraftMessage[] {
	return Object.entries(ABSENCES).flatMap(([name, [subject, text]]) => {
		const who = PEOPLE[name] as Person;
		const theirs = sent.filter((draft) => draft.folder === "sent" && draft.to[0]?.email === who.email);
		const draft = theirs[prng(`${edition.seed} absence ${name}`).int(0, Math.max(0, theirs.length - 1))];
		if (!draft) return [];
		const key = `absence-${name}`;
		const at = draft.at + 95_000;
		if (at > edition.now) return [];
		return [
			{
				key,
				kind: "automatic",
				at,
				from: who,
				to: [OWNER],
				subject: `Automatic reply: ${subject}`,
				messageId: messageIdFor(key, who.email),
				inReplyTo: draft.messageId,
				references: [...(draft.references ?? []), draft.messageId],
				headers: [
					["Return-Path", "<>"],
					["Auto-Submitted", "auto-replied"],
					["X-Auto-Response-Suppress", "All"],
					["Precedence", "auto_reply"],
				],
				body: () => ({ text: `${text}\n\n${who.name}`, charset: "utf-8" }),
				verdict: "pass",
				folder: "inbox",
				flags: { ...unread, read: true },
				labels: [],
			},
		];
	});
}

/** Bounces with the messages they are about, and out-of-office replies to the owner's mail. */
export function automaticMessages(edition: GeneratorOptions, people: readonly DraftMessage[]): DraftMessage[] {
	return [...bounced(edition), ...absences(edition, people)];
}
