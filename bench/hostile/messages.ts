/** Messages crafted to overload a server, each below 25 MB. */
export interface HostileMessage {
	name: string;
	make(): string;
	/** What is done with it in addition to importing and opening it. */
	afterwards?: "pictures" | "slow-readers" | "one-click";
}

const MEGABYTE = 1024 * 1024;
const PICTURES = 60;

function upTo(piece: string, bytes: number): string {
	return piece.repeat(Math.floor(bytes / piece.length));
}

function message(head: string[], body: string): string {
	const usual = ["From: Mallory <mallory@hostile.test>", "Date: Mon, 01 Jan 2024 10:00:00 +0000"];
	return [...usual, ...head, "", body].join("\r\n");
}

const LIST = [
	"Subject: News",
	"List-ID: <news.hostile.test>",
	"List-Unsubscribe: <https://hostile.test/u>",
	"List-Unsubscribe-Post: List-Unsubscribe=One-Click",
];

function withPictures(): string {
	const html = Array.from({ length: PICTURES }, (_, n) => `<img src="cid:p${n}@hostile.test">`).join("");
	const picture = (n: number): string =>
		`--b\r\nContent-Type: image/png\r\nContent-ID: <p${n}@hostile.test>\r\nContent-Transfer-Encoding: base64\r\n\r\n${upTo("QUJD", 4_000)}\r\n`;
	const body = [
		`--b\r\nContent-Type: text/html\r\n\r\n${html}${upTo("<p>all work and no play</p>\r\n", 14 * MEGABYTE)}\r\n`,
		...Array.from({ length: PICTURES }, (_, n) => picture(n)),
		"--b--\r\n",
	];
	return message(["Subject: Pictures", "Content-Type: multipart/related; boundary=b"], body.join(""));
}

export const hostileMessages: readonly HostileMessage[] = [
	{
		name: "Authentication-Results of 2 MB, opened and left",
		make: () =>
			// The list first: of a header section 2 MB are read.
			message([...LIST, `Authentication-Results: mx.hostile.test; dkim=pass ${upTo("a-", 2 * MEGABYTE)}`], "Hello"),
		afterwards: "one-click",
	},
	{ name: "To of 20 MB of quotes", make: () => message([`To: ${upTo('"', 20 * MEGABYTE)}`, "Subject: x"], "Hello") },
	{
		name: "uuencode-like lines, 24 MB",
		make: () => message(["Subject: x"], upTo("begin 644 a\r\n", 24 * MEGABYTE)),
	},
	{
		name: "UTF-7, 24 MB",
		make: () => message(["Subject: x", "Content-Type: text/plain; charset=utf-7"], upTo("+AOk-", 24 * MEGABYTE)),
	},
	{
		name: "100,000 parts",
		make: () =>
			message(["Subject: x", "Content-Type: multipart/mixed; boundary=b"], "--b\r\n\r\nx\r\n".repeat(100_000)),
	},
	{
		name: "100,000 grouped addresses",
		make: () => {
			const everybody = Array.from({ length: 100_000 }, (_, n) => `u${n}@hostile.test`).join(", ");
			return message([`To: All: ${everybody};`, "Subject: x"], "Hello");
		},
	},
	{ name: "HTML of 14 MB with 60 pictures", make: withPictures, afterwards: "pictures" },
	{
		name: "signed 20 MB, one-click check",
		make: () => {
			const signature =
				"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=hostile.test; s=s1; h=from; bh=AAAA; b=AAAA";
			return message([signature, ...LIST], upTo("a  b c d\r\n", 20 * MEGABYTE));
		},
		afterwards: "one-click",
	},
	{
		name: "20 MB and 60 readers who do not read",
		make: () => message(["Subject: x"], upTo("all work and no play\r\n", 20 * MEGABYTE)),
		afterwards: "slow-readers",
	},
];
