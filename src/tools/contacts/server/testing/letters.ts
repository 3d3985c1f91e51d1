interface Letter {
	from: string;
	to: string;
	day: number;
	label?: string;
}

const entry = ({ from, to, day, label }: Letter, index: number): string =>
	[
		`From sender@example.org Mon Jan ${String(day).padStart(2)} 12:00:00 2026`,
		...[`From: ${from}`, `To: ${to}`, `Subject: Letter ${index}`, `Message-ID: <c${index}@example.org>`],
		`Date: ${new Date(Date.UTC(2026, 0, day, 12)).toUTCString()}`,
		...(label === undefined ? [] : [`X-Gmail-Labels: ${label}`]),
		"",
		"Hello",
		"",
	].join("\n");

const me = "Ada <ada@example.org>";
const letters: Letter[] = [
	{ from: "Jane Roe <jane@shop.test>", to: me, day: 1 },
	{ from: "Jane Roe <jane@shop.test>", to: me, day: 2 },
	{ from: me, to: "jane@shop.test", day: 3, label: "Sent" },
	{ from: "Jane Roe <jane.roe@sales.shop.test>", to: me, day: 4 },
	{ from: "Ben Doe <ben@gmail.com>", to: me, day: 9 },
	{ from: "no-reply@shop.test", to: me, day: 10 },
	{ from: "Prince <prince@spam.test>", to: me, day: 11, label: "Spam" },
];

/** A mailbox file of people, a program and a suspected spammer who wrote to Ada. */
export function lettersOfAda(): Uint8Array<ArrayBuffer> {
	return new TextEncoder().encode(letters.map(entry).join("\n"));
}
