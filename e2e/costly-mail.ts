/** Messages made to freeze or crash a browser tab, each with a line that must stay readable. */

export interface CostlyMessage {
	subject: string;
	/** Lines of the body. */
	body: string;
	html: boolean;
	/** How the reader shows it: in full, the first piece, simplified on request, its text instead, or one of these by the time it takes. */
	shown: "in full" | "in pieces" | "on request" | "as text" | "somehow";
	/** Content of a text file. */
	file?: string;
	/** Without an answer. */
	isLast?: boolean;
}

/** A draft that another mail program saved. */
export interface CostlyDraft extends Pick<CostlyMessage, "subject" | "body" | "html"> {
	/** Too large for the editor: it is shown. */
	isLocked?: boolean;
}

const line = "This line must be readable.";
const text = (subject: string, body: string, shown: CostlyMessage["shown"]): CostlyMessage => ({
	subject,
	body: `${line}\n\n${body}`,
	html: false,
	shown,
});
const html = (subject: string, body: string, shown: CostlyMessage["shown"]): CostlyMessage => ({
	subject,
	body: body.includes(line) ? body : `<p>${line}</p>${body}`,
	html: true,
	shown,
});
const nested = (style: string, depth: number) =>
	`${`<div style="${style}">`.repeat(depth)}inside${"</div>".repeat(depth)}`;

/** Lines longer than mail allows are deliberately not folded, as in hostile mail. */
export const costlyMessages: CostlyMessage[] = [
	text("Text of a.a.a", "a.".repeat(150_000), "in pieces"),
	text("Text of a-a-a", "a-".repeat(150_000), "in pieces"),
	text("Text of www.www", "www.".repeat(75_000), "in pieces"),
	text("Text of brackets", `http://a${")".repeat(300_000)}`, "in pieces"),
	text("Text of many links", "http://a.example/x ann@b.example\n".repeat(70_000), "in pieces"),
	text("Text of one word", "a".repeat(200_000), "in pieces"),
	text("Text of accents", `a${"\u0301".repeat(50_000)}`, "in full"),
	html("HTML of one word", `<table><tr><td>${"a".repeat(200_000)}</td></tr></table>`, "in full"),
	html("Spaces in an address", `<p style="background:url(${" ".repeat(60_000)}">styled</p>`, "in full"),
	html("Spaces in a sheet", `<style>p{background:url(${" ".repeat(60_000)}}</style>styled`, "in full"),
	html("Unclosed braces", `<style>${"a{".repeat(10_000)}</style>styled`, "in full"),
	html("Unclosed brackets", `<style>p${":not(a".repeat(10_000)}{color:red}</style>styled`, "in full"),
	html("Mixed colors", `<p style="color:${"color-mix(in srgb,".repeat(20_000)}">styled</p>`, "in full"),
	html("Media conditions", `<style media="${"(".repeat(30_000)}${")".repeat(30_000)}">a{}</style>styled`, "in full"),
	html(
		"Ordinary styles",
		`<style>.a{color:rgb(1,2,3)}@media print{p{display:none}}</style><style media="all">.b{color:rgb(4,5,6)}</style><p class="a">A</p><p class="b">B</p><p class="c" style="color:rgb(7,8,9)">${line}</p>`,
		"in full",
	),
	html("Columns in columns", nested("columns:2", 60), "in full"),
	html("Columns by a sheet", `<style>div{column-count:2}</style>${nested("", 60)}`, "in full"),
	html(
		"Relations",
		`<style>${Array.from({ length: 30 }, (_, i) => `div:has(b ~ i.c${i}){color:red}`).join("")}</style>${"<div>x</div>".repeat(9000)}`,
		"in full",
	),
	html(
		"Siblings",
		`<style>${Array.from({ length: 30 }, (_, i) => `.c${i} ~ i ~ b ~ div{color:red}`).join("")}</style>${"<div>x</div>".repeat(9000)}`,
		"on request",
	),
	html("Accents in HTML", `<p>a${"\u0301".repeat(50_000)}</p>`, "on request"),
	html("Deep boxes", nested("display:inline-table", 390), "on request"),
	html("Deep unclosed boxes", '<div style="display:inline-block;min-width:min-content">'.repeat(5000), "on request"),
	html(
		"Unclosed formatting",
		`<p>${Array.from({ length: 120 }, (_, i) => `<font size="${i}">`).join("")}${"<p>x<br>".repeat(4000)}`,
		"on request",
	),
	html(
		"Only frames",
		`<html><frameset cols="*"><frame src="a.html"><noframes>${line}</noframes></frameset></html>`,
		"as text",
	),
	html("Only plaintext", `<plaintext>${line}`, "as text"),
	html("Only a select", `<select><option>${line}<style></select></style></select>`, "as text"),
	html("Only a style", `<style><a title="</style ${line}`, "as text"),
	html("Only mathematics", `<math><mtext><table><mglyph><style><math>${line}</math>`, "as text"),
	html("Only a form", `<form><math><mtext></form><form><mglyph><style></math>${line}`, "as text"),
	html("Only audio", `<audio controls><source src="a.mp3">${line}</audio>`, "in full"),
];

const words = "some words of a line ";
const thai = "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์เช่นเดียวกับภาษาจีน";
const khmer = "ភាសាខ្មែរគឺជាភាសាកំណើតរបស់ជនជាតិខ្មែរនិងជាភាសាផ្លូវការរបស់ប្រទេសកម្ពុជា";
const shadows = Array.from({ length: 300 }, (_, i) => `${i}px ${i}px 90px red`).join(",");
const floats = Array.from(
	{ length: 8000 },
	(_, i) => `<div style="float:${i % 2 ? "left" : "right"};width:${i % 97}px;height:${i % 89}px"></div>`,
).join("");

/** Small messages that took the browser seconds or minutes to draw. Characters of Thai and Khmer are three bytes each. */
export const slowMessages: CostlyMessage[] = [
	html("Nested blur", nested("filter:blur(50px)", 30), "in full"),
	html("Blur of what is behind", nested("backdrop-filter:blur(50px)", 30), "in full"),
	html("Wide shadows", `<p style="text-shadow:${shadows}">${words.repeat(20)}</p>`, "in full"),
	html(
		"A hundred columns",
		`<div style="columns:100"><div style="columns:100">${"<p>x</p>".repeat(1200)}</div></div>`,
		"in full",
	),
	html("Anchors", '<div style="anchor-name:--a">x</div>'.repeat(3000), "in full"),
	html("Thai without spaces", `<p>${thai.repeat(1800)}</p>`, "somehow"),
	html("Khmer without spaces", `<p>${khmer.repeat(1800)}</p>`, "somehow"),
	html("Thai in blocks", `<style>div{display:inline}</style>${`<div>${thai}</div>`.repeat(1800)}`, "somehow"),
	html("Great spans", `<table>${"<tr><td rowspan=65534>a<td colspan=1000>b".repeat(2000)}</table>`, "somehow"),
	html("Translucent boxes", `<style>div{opacity:.99}</style>${nested("", 150)}${words.repeat(200)}`, "in full"),
	html("Letters on letters", `<div style="font-size:200px;line-height:.001">${words.repeat(6000)}</div>`, "somehow"),
	html("Many floats", `<div>${floats}</div>${words.repeat(300)}`, "somehow"),
	html("Writing in two directions", `<p>${"abc שלום 12 مرحبا ".repeat(15_000)}</p>`, "somehow"),
];

/** Text that took the browser minutes to lay out, and a file of it: for the editor and the preview. */
export const slowTexts: CostlyMessage[] = [
	{ ...text("Quote of accents", `a${"\u0301".repeat(50_000)}`, "in full"), file: `a${"\u0301".repeat(50_000)}` },
	{ ...text("Quote of one word", "a".repeat(200_000), "in full"), file: "a".repeat(200_000) },
	html(
		"Quote of accents in HTML",
		`<p>a${"\u0301".repeat(50_000)}</p><img src="https://evil.example/a.png">`,
		"in full",
	),
	html("Quote of one word in HTML", `<p>${"a".repeat(200_000)}</p><img src="https://evil.example/a.png">`, "in full"),
].map((message) => ({ ...message, isLast: true }));

const draft = (subject: string, body: string, isLocked = false): CostlyDraft => ({
	...html(subject, body, "in full"),
	isLocked,
});

/** Drafts that quote a stranger, as other mail programs save them. */
export const costlyDrafts: CostlyDraft[] = [
	draft("Draft of a line", "<p>Best, Robin</p>"),
	draft("Draft with accents", `<p>a${"\u0301".repeat(50_000)}</p>`),
	draft("Draft with a long word", `<p>${"a".repeat(4500)}</p>`),
	draft("Draft with Thai", `<p>${`${thai.repeat(60)} `.repeat(20)}</p>`),
	draft("Draft with one word", `<table><tr><td>${"a".repeat(200_000)}</td></tr></table>`, true),
	draft("Draft with many parts", "<div>x</div>".repeat(9000), true),
	draft("Draft with deep lists", `${"<ul><li>".repeat(300)}x${"</ul>".repeat(300)}`, true),
	draft("Draft in deep quotes", `${"<blockquote>".repeat(3000)}x`, true),
	{ ...text("Draft of text with accents", `a${"\u0301".repeat(50_000)}`, "in full") },
	{ ...text("Draft of text with one word", "a".repeat(200_000), "in full"), isLocked: true },
];

const encoded = (value: string) => `=?utf-8?B?${Buffer.from(value).toString("base64")}?=`;

/** An mbox of messages whose subjects, names and files are as costly as their text. */
export function headsMailbox(): string {
	const kinds = [
		`a${"\u0301".repeat(50_000)}`,
		"a".repeat(200_000),
		thai.repeat(2000),
		"\u202e\u2067\u202bx".repeat(20_000),
		"abc שלום 12 مرحبا ".repeat(9000),
	];
	return Array.from({ length: 60 }, (_, index) => {
		const value = kinds[index % kinds.length] ?? "";
		const at = new Date(Date.UTC(2026, 9, 1, index)).toUTCString();
		return [
			`From mallory@evil.example ${at}`,
			`From: ${encoded(value)} <mallory${index}@evil.example>`,
			"To: Robin <robin@vale.example>",
			`Subject: ${encoded(value)}`,
			`Date: ${at}`,
			`Message-ID: <head.${index}@evil.example>`,
			"MIME-Version: 1.0",
			`Content-Type: ${mixed}`,
			"",
			"--part",
			...typed("text/plain"),
			line,
			"--part",
			`Content-Disposition: attachment; filename="${encoded(value)}"`,
			...typed("text/plain"),
			"text",
			"--part--",
			"",
		].join("\n");
	}).join("\n");
}

/** An mbox of drafts. */
export function draftsMailbox(drafts: readonly CostlyDraft[]): string {
	const at = new Date(Date.UTC(2026, 9, 1)).toUTCString();
	return drafts
		.flatMap(({ subject, body, html: isHtml }, index) => [
			`From robin@vale.example ${at}`,
			"From: Robin <robin@vale.example>",
			"To: Mallory <mallory@evil.example>",
			`Subject: ${subject}`,
			`Date: ${at}`,
			`Message-ID: <draft.${index}@vale.example>`,
			"X-Gmail-Labels: Drafts",
			"MIME-Version: 1.0",
			...typed(isHtml ? "text/html" : "text/plain"),
			body,
			"",
		])
		.join("\n");
}

/** Each message with one before and a reply after it: an mbox of conversations. */
export function costlyMailbox(messages: readonly CostlyMessage[]): string {
	const start = Date.UTC(2026, 9, 1);
	return messages
		.flatMap(({ subject, body, html: isHtml, file, isLast = false }, index) => {
			const id = (part: string) => `${part}.${index}@vale.example`;
			const at = (minutes: number) => new Date(start + index * 3_600_000 + minutes * 60_000).toUTCString();
			const head = (part: string, minutes: number, of: string | null, type: string, title: string) => [
				`From mallory@evil.example ${at(minutes)}`,
				"From: Mallory <mallory@evil.example>",
				"To: Robin <robin@vale.example>",
				`Subject: ${title}`,
				`Date: ${at(minutes)}`,
				`Message-ID: <${id(part)}>`,
				...(of === null ? [] : [`In-Reply-To: <${id(of)}>`, `References: <${id(of)}>`]),
				"MIME-Version: 1.0",
				...(type === mixed ? [`Content-Type: ${mixed}`, ""] : typed(type)),
			];
			return [
				...head("question", 0, null, "text/plain", subject),
				`Question about ${subject}.`,
				"",
				...head("costly", 1, "question", file ? mixed : isHtml ? "text/html" : "text/plain", `Re: ${subject}`),
				...(file === undefined ? [body] : ["--part", ...typed("text/plain"), body, ...attached(file), "--part--"]),
				"",
				...(isLast
					? []
					: [
							...head("answer", 2, "costly", "text/html", `Re: ${subject}`),
							`<p>Answer about <b>${subject}</b>.</p>`,
							"",
						]),
			];
		})
		.join("\n");
}

const mixed = 'multipart/mixed; boundary="part"';
const typed = (type: string) => [`Content-Type: ${type}; charset=utf-8`, "Content-Transfer-Encoding: 8bit", ""];
const attached = (file: string) => [
	"--part",
	"Content-Disposition: attachment; filename=notes.txt",
	...typed("text/plain"),
	`${line} ${file}`,
];

export const readable = line;

/** Each takes seconds: `npm test` opens every third of what is alike, `npm run test:release -- attacks` all. */
export const opened = <T>(all: readonly T[]): readonly T[] =>
	process.env.TEST_LEG === "test" ? all.filter((_, index) => index % 3 === 0) : all;
