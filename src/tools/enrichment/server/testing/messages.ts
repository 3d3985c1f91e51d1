/** A message of a test mailbox. */
export interface TestMessage {
	from: string;
	date: Date;
	to?: string;
	subject?: string;
	text?: string;
	/** Additional header lines. */
	head?: readonly string[];
	attachment?: { type: string; name: string; text: string };
	/** As Google exports labels. */
	label?: string;
}

/** As in the separators of mbox files. */
function asctime(date: Date): string {
	const [weekday, dayOfMonth, month, year, time] = date.toUTCString().replace(",", "").split(" ");
	return `${weekday} ${month} ${dayOfMonth?.padStart(2)} ${time} ${year}`;
}

/** Messages as an mbox file. */
export function mboxOf(messages: readonly TestMessage[]): Uint8Array<ArrayBuffer> {
	return new TextEncoder().encode(messages.map(entry).join(""));
}

function entry(message: TestMessage, index: number): string {
	const {
		from,
		date,
		to = "ada@example.org",
		subject = "Hello",
		text = "Hello",
		head = [],
		attachment,
		label,
	} = message;
	const isMixed = attachment !== undefined;
	return [
		`From sender@example.org ${asctime(date)}`,
		`From: ${from}`,
		`To: ${to}`,
		`Subject: ${subject}`,
		`Message-ID: <${index}.${date.getTime()}@example.org>`,
		`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
		...(label === undefined ? [] : [`X-Gmail-Labels: ${label}`]),
		...head,
		"MIME-Version: 1.0",
		`Content-Type: ${isMixed ? 'multipart/mixed; boundary="part"' : "text/plain; charset=utf-8"}`,
		"",
		...(isMixed ? ["--part", "Content-Type: text/plain; charset=utf-8", ""] : []),
		text,
		...(isMixed
			? [
					"--part",
					`Content-Type: ${attachment.type}; charset=utf-8; name="${attachment.name}"`,
					`Content-Disposition: attachment; filename="${attachment.name}"`,
					"",
					attachment.text,
					"--part--",
				]
			: []),
		"",
		"",
	].join("\n");
}
