import { writeFile } from "node:fs/promises";

const LABELS = [
	"Inbox",
	"Inbox,Unread",
	"Inbox,Starred,Unread",
	"Archived",
	"Inbox,Work",
	"Inbox,Work,Travel",
	"Spam",
	"Trash",
];

export interface GeneratedMail {
	/** Number of messages. */
	count: number;
	/** Makes files differ; default 0. */
	start?: number;
}

/** An mbox of small messages whose folders, flags and labels rotate in a fixed order. */
export function makeMbox({ count, start = 0 }: GeneratedMail): string {
	const messages = Array.from({ length: count }, (_, i) => {
		const n = start + i;
		const date = new Date(Date.UTC(2024, 0, 1) + n * 3_600_000);
		return [
			`From sender${n % 7}@example.org ${mboxDate(date)}`,
			`From: Sender ${n % 7} <sender${n % 7}@example.org>`,
			"To: Reader <reader@example.net>",
			`Subject: Message number ${n}`,
			`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
			`Message-ID: <made-${n}@example.org>`,
			`X-Gmail-Labels: ${LABELS[n % LABELS.length]}`,
			"Content-Type: text/plain; charset=utf-8",
			"",
			`This is the text of message ${n}.`,
			"",
			"",
		].join("\n");
	});
	return messages.join("");
}

export async function writeMbox(path: string, mail: GeneratedMail): Promise<void> {
	await writeFile(path, makeMbox(mail));
}

function mboxDate(date: Date): string {
	const [day, dayOfMonth, month, year, time] = date.toUTCString().replace(",", "").split(" ");
	return `${day} ${month} ${dayOfMonth?.padStart(2)} ${time} ${year}`;
}
