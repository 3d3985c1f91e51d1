/** Mail for tests of the cleaning tools: newsletters, notifications, receipts, personal mail, a sent message, spam and trash. */

export interface MadeMessage {
	raw: string;
	/** Epoch milliseconds. */
	receivedAt: number;
	/** `receipts` is a folder of the user's; a label of archived mail where there are labels instead. */
	folder: "inbox" | "archive" | "sent" | "spam" | "trash" | "receipts";
	isRead: boolean;
	isStarred: boolean;
	/** Gmail's category; other providers are not given one. */
	category: "PROMOTIONS" | "SOCIAL" | "UPDATES" | "FORUMS" | "PERSONAL" | null;
}

export interface MessageParts {
	/** `Name <address>`. */
	from: string;
	subject: string;
	to?: string;
	/** Days before now. */
	daysAgo: number;
	/** Additional header fields, one line each. */
	fields?: string[];
	text?: string;
	html?: string;
	/** Adds an attachment of this many bytes. */
	attachmentBytes?: number;
	/** Absent: derived from sender, subject and day. */
	messageId?: string;
}

const dayMs = 86_400_000;

/** One message with CRLF line endings (RFC 5322 §2.3), and its folder. */
export function makeMessage(
	parts: MessageParts,
	overrides: Partial<Omit<MadeMessage, "raw" | "receivedAt">> = {},
): MadeMessage {
	const { from, subject, to = "Ann Example <ann@example.org>", daysAgo, fields = [], text, html } = parts;
	const receivedAt = Math.floor((Date.now() - daysAgo * dayMs) / 1000) * 1000;
	const domain = /@([^>]+)/.exec(from)?.[1] ?? "example.org";
	const name = `${subject}.${daysAgo}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
	const plain = text ?? `All there is to say of ${subject}.`;
	const head = [
		`From: ${from}`,
		`To: ${to}`,
		`Subject: ${subject}`,
		`Message-ID: <${parts.messageId ?? `${name}@${domain}`}>`,
		`Date: ${new Date(receivedAt).toUTCString().replace("GMT", "+0000")}`,
		...fields,
		"MIME-Version: 1.0",
	];
	const body = [
		...part("text/plain; charset=utf-8", plain),
		...(html === undefined ? [] : part("text/html; charset=utf-8", html)),
		...(parts.attachmentBytes === undefined ? [] : attached(`${name}.pdf`, parts.attachmentBytes)),
		"--=_letter--",
		"",
	];
	const kind = parts.attachmentBytes === undefined ? "alternative" : "mixed";
	const raw = [...head, `Content-Type: multipart/${kind}; boundary="=_letter"`, "", ...body].join("\r\n");
	return { raw, receivedAt, folder: "inbox", isRead: false, isStarred: false, category: null, ...overrides };
}

function part(type: string, content: string): string[] {
	return ["--=_letter", `Content-Type: ${type}`, "Content-Transfer-Encoding: 8bit", "", content, ""];
}

function attached(filename: string, bytes: number): string[] {
	const lines = Array.from({ length: Math.ceil(bytes / 57) }, (_, index) =>
		Buffer.from(String(index).padEnd(57, ".").slice(0, 57)).toString("base64"),
	);
	const head = ["Content-Type: application/pdf", `Content-Disposition: attachment; filename="${filename}"`];
	return ["--=_letter", ...head, "Content-Transfer-Encoding: base64", "", ...lines, ""];
}

/** A newsletter's header fields, with both unsubscribe methods (RFC 2369, RFC 8058). */
export function listFields(listId: string, host: string): string[] {
	return [
		`List-Id: <${listId}>`,
		`List-Unsubscribe: <https://${host}/leave?reader=1>, <mailto:leave@${host}?subject=unsubscribe>`,
		"List-Unsubscribe-Post: List-Unsubscribe=One-Click",
		"Precedence: bulk",
	];
}

/** A year of an ordinary mailbox: 60 received messages, each sender in one category, and six others. */
export function usualMessages(): MadeMessage[] {
	const messages: MadeMessage[] = [];
	const series = (count: number, every: number, make: (index: number, daysAgo: number) => MadeMessage): void => {
		for (let index = 0; index < count; index++) messages.push(make(index, 1 + index * every));
	};
	series(24, 14, (index, daysAgo) =>
		makeMessage(
			{
				from: "Fern & Oak <offers@fernoak.example>",
				subject: `${10 + index} % off everything green, this weekend only`,
				daysAgo,
				fields: listFields("offers.fernoak.example", "fernoak.example"),
				text: "Our biggest sale: save today with code LEAF. Shop now. Unsubscribe at any time.",
				html: '<p>Our biggest <b>sale</b>: save today with code LEAF.</p><p><a href="https://fernoak.example/shop">Shop now</a></p><p><a href="https://fernoak.example/leave?reader=1">Unsubscribe</a></p>',
			},
			{ category: "PROMOTIONS", isRead: index % 4 === 0 },
		),
	);
	series(12, 25, (index, daysAgo) =>
		makeMessage(
			{
				from: "Rookery <notification@rookery-social.example>",
				subject: `Mira Holt and ${index + 2} others commented on your photo`,
				daysAgo,
				fields: [
					"Auto-Submitted: auto-generated",
					"Precedence: bulk",
					"List-Unsubscribe: <https://rookery-social.example/off>",
				],
				text: "Mira Holt commented on your photo. See the comment. 3 new friend requests. View your notifications.",
			},
			{ category: "SOCIAL" },
		),
	);
	series(12, 28, (index, daysAgo) =>
		makeMessage(
			{
				from: "Parcel Post <no-reply@parcelpost.example>",
				subject: `Your order ${4200 + index} has been shipped`,
				daysAgo,
				fields: ["Auto-Submitted: auto-generated"],
				text: `Order ${4200 + index} is on its way. Tracking number PP${90_000 + index}. Your receipt is attached. Total: 18.40`,
				...(index % 3 === 0 && { attachmentBytes: 40_000 }),
			},
			{ category: "UPDATES", isRead: true, folder: index % 2 === 0 ? "archive" : "inbox" },
		),
	);
	series(12, 30, (index, daysAgo) =>
		makeMessage(
			{
				from: index % 2 === 0 ? "Mira Holt <mira@orchard.example>" : "Tom Reed <tom@quarry.example>",
				subject: `Lunch on ${["Monday", "Tuesday", "Friday"][index % 3]}? (${index})`,
				daysAgo,
				text: "Hi Ann, shall we have lunch? I can be there at one. Tell me when it suits you. Love, M.",
			},
			{ category: "PERSONAL", isRead: index > 1, isStarred: index === 4 },
		),
	);
	const own = { from: "Ann Example <ann@example.org>", to: "Mira Holt <mira@orchard.example>" };
	messages.push(
		makeMessage({ ...own, subject: "Re: Lunch", daysAgo: 3 }, { folder: "sent", isRead: true }),
		makeMessage({ ...own, subject: "The photographs", daysAgo: 40 }, { folder: "sent", isRead: true }),
	);
	for (const index of [1, 2])
		messages.push(
			makeMessage(
				{ from: "Win <prize@lucky.example>", subject: `You won ${index} times`, daysAgo: index },
				{ folder: "spam" },
			),
			makeMessage(
				{ from: "Old <old@gone.example>", subject: `Long ago ${index}`, daysAgo: index },
				{ folder: "trash", isRead: true },
			),
		);
	return messages;
}
