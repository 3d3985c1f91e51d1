/** A mailbox in which five messages have arrived that a person would judge differently, and what was there before. */

const DAY = 86_400_000;
const OWNER = "Robin Vale <robin@vale.example>";
/** Who receives the mail, and writes what its checks came to. */
const MX = "mx.vale.example";

interface Message {
	from: string;
	to?: string;
	subject: string;
	text: string;
	/** Days before today. */
	daysAgo: number;
	labels?: string;
	/** Results of the receiving server; absent: the user's own mail. */
	results?: string;
	headers?: readonly string[];
}

const passed = (domain: string) =>
	`dkim=pass header.d=${domain}; spf=pass smtp.mailfrom=${domain}; dmarc=pass (p=REJECT) header.from=${domain}`;

/** The five by who they claim to be from. */
export const subjects = {
	forged: "Your savings account will be closed today",
	newsletter: "Your rewards expire: confirm your account",
	lookAlike: "Quick favour before noon",
	notice: "Your statement for this month is ready",
	post: "[radio-users] Filter settings of the new board",
} as const;
export type Kind = keyof typeof subjects;
export const distrusted: readonly Kind[] = ["forged", "newsletter", "lookAlike"];

const list = [
	"List-Id: Users of software radios <radio-users.lists.example>",
	"List-Post: <mailto:radio-users@lists.example>",
	"List-Unsubscribe: <mailto:radio-users-leave@lists.example>",
	"Precedence: list",
];

const five: Record<Kind, Message> = {
	forged: {
		from: "Vale Savings <notices@valesavings.example>",
		subject: subjects.forged,
		text: "Dear customer,\n\nyour savings account will be closed today. Verify your password now:\nhttp://valesavings.login-check.example/verify\n\nVale Savings",
		daysAgo: 0.2,
		results: "dkim=none; spf=fail smtp.mailfrom=bulk.example; dmarc=fail (p=REJECT) header.from=valesavings.example",
	},
	newsletter: {
		from: "PayPal Rewards <news@intl-limited.example>",
		subject: subjects.newsletter,
		text: "Dear member,\n\nyour account has been limited. Confirm your account and your card within 24 hours, or your rewards expire:\nhttp://pay-confirm.example/rewards\n\nPayPal Rewards",
		daysAgo: 0.3,
		results: passed("intl-limited.example"),
		headers: [
			"List-Unsubscribe: <https://intl-limited.example/u?id=7>",
			"List-Unsubscribe-Post: List-Unsubscribe=One-Click",
		],
	},
	lookAlike: {
		from: "Anna Weber <anna@weber-desiqn.example>",
		subject: subjects.lookAlike,
		text: "Hi Robin,\n\nare you at your desk? I need you to buy five gift cards for a client before noon and send me the codes. I can't talk right now.\n\nAnna",
		daysAgo: 0.1,
		results: passed("weber-desiqn.example"),
		headers: ["Reply-To: anna.weber.office@freemail.example"],
	},
	notice: {
		from: "Vale Savings <notices@valesavings.example>",
		subject: subjects.notice,
		text: "Hello Robin Vale,\n\nyour statement for this month is ready. You can read it when you sign in as usual. We never ask for your password by email.\n\nVale Savings",
		daysAgo: 0.4,
		results: passed("valesavings.example"),
	},
	post: {
		from: "Marcus Lin <marcus@lin.example>",
		to: "radio-users@lists.example",
		subject: subjects.post,
		text: "Hello all,\n\ndoes anyone know whether the new board clips at 20 dB of gain?\n\nMarcus\n\n_______________________________________________\nradio-users mailing list\nradio-users@lists.example",
		daysAgo: 0.5,
		results:
			"dkim=fail (body hash did not verify) header.d=lin.example; spf=pass smtp.mailfrom=lists.example; dmarc=fail (p=NONE) header.from=lin.example",
		headers: list,
	},
};

const before: Message[] = [
	...[40, 30, 20, 10].flatMap((daysAgo, index): Message[] => [
		{
			from: OWNER,
			to: "Anna Weber <anna@weber-design.example>",
			subject: `Draft ${index + 1} of the brochure`,
			text: `Hi Anna,\n\nhere is draft ${index + 1} with my notes.\n\nRobin`,
			daysAgo: daysAgo + 1,
			labels: "Sent,Opened",
		},
		{
			from: "Anna Weber <anna@weber-design.example>",
			subject: `Re: Draft ${index + 1} of the brochure`,
			text: "Hi Robin,\n\nthank you, that is just what I needed.\n\nAnna",
			daysAgo,
			results: passed("weber-design.example"),
		},
		{
			from: "Vale Savings <notices@valesavings.example>",
			subject: `Your statement ${index + 1} is ready`,
			text: "Hello Robin Vale,\n\nyour statement is ready. You can read it when you sign in as usual.\n\nVale Savings",
			daysAgo: daysAgo + 2,
			results: passed("valesavings.example"),
		},
		{
			from: "Marcus Lin <marcus@lin.example>",
			to: "radio-users@lists.example",
			subject: `[radio-users] Notes of meeting ${index + 1}`,
			text: "Hello all,\n\nthe notes of our meeting are on the wiki.\n\nMarcus",
			daysAgo: daysAgo + 3,
			results:
				"dkim=fail header.d=lin.example; spf=pass smtp.mailfrom=lists.example; dmarc=fail (p=NONE) header.from=lin.example",
			headers: list,
		},
	]),
];

/** All of it as a file of Google Takeout. */
export function fiveMessagesFile(): Uint8Array<ArrayBuffer> {
	const now = Date.now();
	const all = [...before, ...Object.values(five)].map((message, index) => write(message, index, now));
	return new Uint8Array(Buffer.from(all.join("")));
}

function write(
	{ from, to = OWNER, subject, text, daysAgo, labels, results, headers = [] }: Message,
	index: number,
	now: number,
): string {
	const date = new Date(now - daysAgo * DAY).toUTCString().replace("GMT", "+0000");
	const [weekday, day, month, year, time] = date.replace(",", "").split(" ");
	const domain = /@([^>]+)/.exec(from)?.[1];
	const received =
		results === undefined
			? []
			: [
					`Authentication-Results: ${MX}; ${results}`,
					`Received: from mail.${domain} by ${MX} with ESMTPS id ${index}; ${date}`,
				];
	return [
		`From sender@example.org ${weekday} ${month} ${day} ${time} ${year}`,
		`X-Gmail-Labels: ${labels ?? "Inbox,Unread"}`,
		...received,
		`From: ${from}`,
		`To: ${to}`,
		`Subject: ${subject}`,
		`Date: ${date}`,
		`Message-ID: <five-${index}@${domain}>`,
		...headers,
		"MIME-Version: 1.0",
		"Content-Type: text/plain; charset=utf-8",
		"",
		text,
		"",
		"",
	].join("\n");
}
