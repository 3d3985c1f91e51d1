/** Mail for the tests of the dashboard: over ten years, with attachments, lists and several senders. */
export function testMessages(): string[] {
	return Array.from({ length: 60 }, (_, n) => {
		const isList = n % 3 === 0;
		const day = new Date(Date.UTC(2016 + (n % 11), n % 11, 1 + (n % 27), n % 24, 59, 59));
		const date = n < 20 ? new Date(Date.now() - n * 17 * 3_600_000) : day;
		const from = isList ? `Shop ${n % 4} <news@shop${n % 4}.example>` : `Person ${n % 7} <p${n % 7}@people.example>`;
		const head = [
			`From: ${from}`,
			"To: Ada <ada@example.net>",
			`Subject: ${isList ? `Sale: ${n}% off today` : `Lunch ${n}`}`,
			`Message-ID: <dashboard-${n}@example.org>`,
			`Date: ${date.toUTCString().replace("GMT", "+0000")}`,
			...(isList ? [`List-Id: <shop${n % 4}.example>`, "List-Unsubscribe: <https://shop.example/out>"] : []),
			"MIME-Version: 1.0",
		];
		const text = `Hello, this is message ${n}.\r\n${isList ? "Buy now, free shipping, 50% discount.\r\n" : ""}`;
		if (n % 5 !== 0) return [...head, "Content-Type: text/plain", "", text].join("\r\n");
		return [
			...head,
			'Content-Type: multipart/mixed; boundary="b"',
			...["", "--b", "Content-Type: text/plain", "", text, "--b"],
			...["Content-Type: application/pdf", 'Content-Disposition: attachment; filename="a.pdf"', ""],
			...["x".repeat(2_000 + n), "--b--", ""],
		].join("\r\n");
	});
}

/** The first messages as an mbox file. */
export function testMbox(count = 60): Uint8Array<ArrayBuffer> {
	const entry = (message: string): string => {
		const date = new Date(/^Date: (.*)$/m.exec(message)?.[1] ?? "").toUTCString();
		const [weekday, day, month, year, time] = date.replace(",", "").split(" ");
		const line = `From ada@example.org ${weekday} ${month} ${day} ${time} ${year}`;
		return `${line}\n${message.replaceAll("\r\n", "\n")}\n\n`;
	};
	return new TextEncoder().encode(testMessages().slice(0, count).map(entry).join(""));
}
