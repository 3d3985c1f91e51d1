/** Newsletters and shop mail: thirty senders, each with its own frequency and unsubscribe method. */

import { DAY, moment } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type DraftMessage, messageIdFor, OWNER } from "./message.ts";
import { newsletterHtml, newsletterText } from "./pages.ts";
import { hash32, prng } from "./prng.ts";
import { type Block, type Entry, readProse } from "./prose.ts";
import { filler } from "./slots.ts";
import type { GeneratorOptions } from "./threads.ts";

/** Unsubscribe methods as found in real mail. */
type UnsubscribeStyle =
	/** https with RFC 8058 one-click. */
	| "one-click"
	/** https and mailto, with one-click. */
	| "both-one-click"
	| "https"
	| "mailto"
	| "https-mailto"
	/** A URL without `https://`, as some programs write it. */
	| "schemeless"
	/** The one-click header with only a mailto: not one-click. */
	| "post-mailto"
	/** The one-click header without List-Unsubscribe. */
	| "post-only"
	/** No header; a link in the footer of the HTML. */
	| "body"
	/** A mailing list with List-Id and related fields. */
	| "list"
	/** The same with one-click. */
	| "list-one-click"
	/** None at all. */
	| "none";

const POST: [string, string] = ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"];

/** The header fields of that style for a sender's domain. */
export function unsubscribeHeaders(style: UnsubscribeStyle, domain: string, token: string): [string, string][] {
	const https = `<https://${domain}/unsubscribe?u=${token}>`;
	const mailto = `<mailto:unsubscribe@${domain}?subject=unsubscribe-${token}>`;
	const field = (value: string): [string, string] => ["List-Unsubscribe", value];
	switch (style) {
		case "one-click":
			return [field(https), POST];
		case "both-one-click":
			return [field(`${mailto}, ${https}`), POST];
		case "https":
			return [field(https)];
		case "mailto":
			return [field(mailto)];
		case "https-mailto":
			return [field(`${https}, ${mailto}`)];
		case "schemeless":
			return [field(`<${domain}/leave/${token}>`)];
		case "post-mailto":
			return [field(mailto), POST];
		case "post-only":
			return [POST];
		case "list":
		case "list-one-click":
			return [
				["List-Id", `<letter.${domain}>`],
				field(`<mailto:letter-leave@${domain}>, <https://${domain}/lists/letter>`),
				...(style === "list" ? [] : [POST]),
				["List-Help", `<mailto:letter-help@${domain}>`],
				["Precedence", "list"],
			];
		default:
			return [];
	}
}

/** Issues older than this offer what the field `earlier` says: most senders have changed to one-click since. */
const NEW_STYLE_DAYS = 60;

const DEPARTMENTS = ["Also this time", "Further down", "Briefly", "And besides", "In the same post"];

function issue(
	block: Block,
	edition: GeneratorOptions,
	at: number,
	key: string,
	lead: Entry,
	others: Entry[],
): DraftMessage {
	const random = prng(`${edition.seed} ${key}`);
	const fill = filler(block.slots, random, at);
	const { from = "", unsub = "none", earlier = unsub, accent = "444444", form = "letter" } = block.fields;
	const domain = from.slice(from.indexOf("@") + 1);
	const token = prng(`${edition.seed} token ${domain}`).hex(10);
	const style = (at < edition.now - NEW_STYLE_DAYS * DAY ? earlier : unsub) as UnsubscribeStyle;
	const isSigned = style.endsWith("one-click");
	// Secondary headings would repeat the lead's slots, so each is filled separately.
	const sides = others.map((entry) => {
		const fillSide = filler(block.slots, random, at);
		return { head: fillSide(entry.head), text: entry.paragraphs.map(fillSide).join(" ") };
	});
	const page = {
		key,
		sender: block.title,
		domain,
		accent,
		shop: form === "promo",
		lead: { head: fill(lead.head), text: lead.paragraphs.map(fill).join(" ") },
		sides,
		department: random.pick(DEPARTMENTS),
		unsubscribeUrl: style === "none" || style.startsWith("list") ? null : `https://${domain}/unsubscribe?u=${token}`,
		cid: random.chance(0.4) ? `mark-${hash32(domain).toString(36)}@${domain}` : null,
	};
	const campaign = random.hex(6);
	return {
		key,
		kind: form === "update" ? "update" : "newsletter",
		at,
		from: { name: block.title, email: from },
		to: [{ name: random.chance(0.5) ? OWNER.name : "", email: OWNER.email }],
		subject: page.lead.head,
		messageId: messageIdFor(key, `x@bounce.${domain}`),
		headers: [
			["Return-Path", `<bounce-${campaign}@bounce.${domain}>`],
			...unsubscribeHeaders(style, domain, token),
			...(random.chance(0.7)
				? [["Feedback-ID", `${campaign}:${hash32(domain) % 9999}:letter:${domain}`] as [string, string]]
				: []),
			...(form === "promo" && hash32(domain) % 3 === 0 ? [["Precedence", "bulk"] as [string, string]] : []),
			["X-Mailer", prng(`mailer ${domain}`).pick(["Paperboy 5.2", "Circular 11", "Postroom Campaigns"])],
		],
		body: (): Part => newsletter(page),
		verdict: isSigned ? "pass" : prng(`verdict ${domain}`).pick(["pass", "pass", "pass", "relaxed"]),
		...(isSigned && { signer: domain }),
		folder: "inbox",
		flags: { read: false, starred: false, important: false, answered: false },
		labels: [],
	};
}

function newsletter(page: Parameters<typeof newsletterHtml>[0]): Part {
	const { html, inline } = newsletterHtml(page);
	const rich: Part = { text: html, subtype: "html", charset: "utf-8" };
	const shown: Part = inline ? { multipart: "related", params: { type: "text/html" }, parts: [rich, inline] } : rich;
	return { multipart: "alternative", parts: [{ text: newsletterText(page), charset: "utf-8" }, shown] };
}

function run(block: Block, edition: GeneratorOptions, used: Set<string>): DraftMessage[] {
	const random = prng(`${edition.seed} newsletter ${block.title}`);
	const every = Number(block.fields.every);
	const hour = Number(block.fields.hour);
	const issues: DraftMessage[] = [];
	let order: Entry[] = [];
	let days = Number(block.fields.since);
	for (let number = 1; days >= 0; number++) {
		if (order.length === 0) order = random.shuffle(block.entries);
		const lead = order.pop() as Entry;
		const others = random.shuffle(block.entries.filter((entry) => entry !== lead)).slice(0, random.int(2, 3));
		const at = Math.floor(moment(edition.now, days, [hour, hour + 0.6], random) / 1000) * 1000;
		let draft: DraftMessage | null = null;
		for (let attempt = 1; attempt <= 30 && (!draft || used.has(draft.subject)); attempt++) {
			draft = issue(block, edition, at, `news-${hash32(block.title).toString(36)}-${number}-${attempt}`, lead, others);
		}
		if (draft && !used.has(draft.subject)) {
			used.add(draft.subject);
			draft.flags.read = random.chance(Number(block.fields.read) / 100);
			issues.push(draft);
		}
		days -= every < 10 ? every : every + random.int(-2, 2);
	}
	return issues.filter((draft) => draft.at >= edition.now - 440 * DAY);
}

/** One more issue of a newsletter. @param title of its block @throws for an unknown one */
export function nextIssue(edition: GeneratorOptions, title: string, at: number): DraftMessage {
	const block = [...readProse("newsletters-1"), ...readProse("newsletters-2")].find((one) => one.title === title);
	if (block === undefined) throw new Error(`There is no newsletter ${title}`);
	const key = `news-${hash32(title).toString(36)}-next`;
	const [lead, ...others] = prng(`${edition.seed} ${key}`).shuffle(block.entries);
	return issue(block, edition, at, key, lead as Entry, others.slice(0, 2));
}

/** Every issue of every newsletter. No two have the same subject. */
export function newsletterMessages(edition: GeneratorOptions): DraftMessage[] {
	const used = new Set<string>();
	return [...readProse("newsletters-1"), ...readProse("newsletters-2")].flatMap((block) => run(block, edition, used));
}
