import type { RecipientState, ReplyTone } from "../../states.ts";
import { deliveryReport } from "./delivery-report.ts";
import { type Mail, trackedLinks } from "./sent-mail.ts";

/** The people of a simulated campaign of three messages: what they do, and what someone who watched them would say. */

/** What someone does with a message: something arrives in the sender's mailbox, or a link is requested. */
export type Reaction = { head: string[]; body: string } | { raw: string } | { visit: "GET" | "POST"; link: string };

export interface Person {
	/** How they end; and how many messages they get. */
	ends: RecipientState;
	messages: number;
	/** What their reply says; absent: not looked at. */
	tone?: ReplyTone;
	/** @param step from 1 @param at epoch milliseconds */
	react?(mail: Mail, step: number, at: number): Reaction[];
}

const answer = (mail: Mail, head: string[], body: string): Reaction[] => [
	{ head: [`From: ${mail.to}`, `In-Reply-To: <${mail.messageId}>`, ...head], body },
];
const reply = (mail: Mail, body: string): Reaction[] => answer(mail, [`Subject: Re: ${mail.subject}`], body);
/** @param body what the answering program writes to the first message */
const away = (subject: string, body: (at: number) => string): Person => ({
	ends: "finished",
	messages: 3,
	react: (mail, step, at) =>
		step === 1 ? answer(mail, [`Subject: ${subject}`, "Auto-Submitted: auto-replied"], body(at)) : [],
});
const inDays = (at: number, days: number): Date => new Date(at + days * 86_400_000);

/** People by kind. An SMTP server does not know addresses that start with `refused`, and defers those with `greylisted`. */
export const people: Readonly<Record<string, Person>> = {
	replies: {
		ends: "replied",
		messages: 1,
		react: (mail) => reply(mail, "Sounds good, let us talk on Thursday."),
	},
	"replies-late": {
		ends: "replied",
		messages: 2,
		react: (mail, step) => (step === 2 ? reply(mail, "Sorry for the delay.") : []),
	},
	// Writes a new message instead of answering.
	"new-message": {
		ends: "replied",
		messages: 1,
		react: (mail) => [{ head: [`From: ${mail.to}`, "Subject: Your question"], body: "You wrote to me." }],
	},
	away: away("Automatic reply", () => "I am out of the office until June 19, 2026."),
	"away-german": away(
		"Abwesenheitsnotiz",
		(at) => `Ich bin bis zum ${inDays(at, 9).toISOString().slice(0, 10).split("-").reverse().join(".")} nicht im Büro.`,
	),
	"away-undated": away("Out of office", () => "I am on vacation and read no email."),
	// A program that names itself in a field of its own only.
	"away-by-field": {
		ends: "finished",
		messages: 3,
		react: (mail, step) =>
			step === 1 ? answer(mail, [`Subject: Re: ${mail.subject}`, "X-Autorespond: vacation"], "I am on leave.") : [],
	},
	ticket: {
		ends: "finished",
		messages: 3,
		react: (mail) =>
			answer(mail, ["Subject: [Ticket 1] received", "Auto-Submitted: auto-replied"], "We have received your request."),
	},
	refused: { ends: "bounced", messages: 0 },
	greylisted: { ends: "finished", messages: 3 },
	bounces: {
		ends: "bounced",
		messages: 1,
		react: (mail) => [deliveryReport(mail, { status: "5.1.1", words: "User unknown" })],
	},
	full: {
		ends: "bounced",
		messages: 2,
		react: (mail) => [deliveryReport(mail, { status: "5.2.2", words: "Mailbox full" })],
	},
	"one-click": {
		ends: "unsubscribed",
		messages: 1,
		react: (mail) => [{ visit: "POST", link: mail.link }],
	},
	"asks-to-stop": {
		ends: "unsubscribed",
		messages: 1,
		react: (mail) => reply(mail, "Unsubscribe"),
	},
	// As mail programs do with the address in List-Unsubscribe.
	"mails-stop": {
		ends: "unsubscribed",
		messages: 1,
		react: (mail) => [{ head: [`From: ${mail.to}`, "Subject: unsubscribe"], body: "" }],
	},
	// Follows every link at once, under the name of a browser.
	scanner: {
		ends: "finished",
		messages: 3,
		react: (mail) => [mail.link, ...trackedLinks(mail)].map((link) => ({ visit: "GET", link })),
	},
	// Looks at the picture, then follows one link.
	clicks: {
		ends: "finished",
		messages: 3,
		react(mail, step) {
			const links = step === 1 ? trackedLinks(mail) : [];
			const picture = links.filter((link) => link.includes("/opens/"));
			return [...picture, ...links.slice(0, 1)].map((link) => ({ visit: "GET", link }));
		},
	},
	// A colleague who got the message forwarded answers it from another address.
	forwards: {
		ends: "replied",
		messages: 1,
		tone: "interested",
		react: (mail) =>
			answer({ ...mail, to: `colleague-of-${mail.to}` }, [`Subject: Re: Fwd: ${mail.subject}`], "Yes, please call me."),
	},
	// Where they forward their mail to, there is no such mailbox: the address that was written to works.
	"forwards-nowhere": {
		ends: "finished",
		messages: 3,
		react: (mail) => [deliveryReport({ ...mail, to: `old-${mail.to}` }, { status: "5.1.1", words: "User unknown" })],
	},
	silent: { ends: "finished", messages: 3 },
};

/** The kind of person that an address of the simulation belongs to: it is `kind-number@…`. */
export function kindOf(email: string): string {
	return email.replace(/-\d+@.*/, "");
}
