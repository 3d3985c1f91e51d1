/** Newsletters and shop mail: thirty senders, each with its own frequency and unsubscribe method. */

import { DAY, moment, wholeSeconds } from "./clock.ts";
import type { Part } from "./compose.ts";
import {
	type Block,
	drawValues,
	type Entry,
	expand,
	headerFields,
	htmlPart,
	readBlocks,
	readText,
	type Values,
} from "./content.ts";
import { logo } from "./files.ts";
import { type Draft, domainOf, draftOf, type GeneratorOptions, messageIdFor, withNewSubject } from "./message.ts";
import { OWNER } from "./people.ts";
import { hash32, prng, slug } from "./prng.ts";
import { filler } from "./slots.ts";
import { wrap } from "./voices.ts";

/** Issues older than this offer what the field `earlier` says: most senders have changed to one-click since. */
const NEW_STYLE_DAYS = 60;

interface Issue {
	key: string;
	at: number;
	lead: Entry;
	others: readonly Entry[];
}

function compose(
	{ title, fields, slots }: Block,
	{ key, at, lead, others }: Issue,
	{ seed, now }: GeneratorOptions,
): Draft {
	const random = prng(`${seed} ${key}`);
	const { from = "", unsub = "none", earlier = unsub, accent = "", form } = fields;
	const domain = domainOf(from);
	const token = prng(`${seed} token ${domain}`).hex(10);
	const style = at < now - NEW_STYLE_DAYS * DAY ? earlier : unsub;
	const isSigned = style.endsWith("one-click");
	const fill = filler(slots, random, at);
	// Secondary headings would repeat the lead's slots, so each is filled separately.
	const sides = others.map(({ head, paragraphs }, index) => {
		const fillSide = filler(slots, random, at);
		const [heading, text] = [fillSide(head), paragraphs.map(fillSide).join(" ")];
		return { head: heading, text, number: index + 1, picture: index + 2, width: Math.floor(100 / others.length) };
	});
	const head = fill(lead.head);
	const text = lead.paragraphs.map(fill).join(" ");
	const drawn = drawValues("newsletter", random);
	const isShop = form === "promo";
	const url = style === "none" || style.startsWith("list") ? "" : `https://${domain}/unsubscribe?u=${token}`;
	const cid = drawn.inline ? `mark-${slug(domain)}@${domain}` : undefined;
	const page: Values = {
		...{ ...drawn, domain, accent, sender: title, title: title.toUpperCase(), issue: slug(key) },
		...{ head, text, preview: text.slice(0, 90), sides, height: isShop ? 260 : 320 },
		...{ shop: isShop, cells: sides, sections: isShop ? [] : sides, button: isShop ? "See it in the shop" : "Read on" },
		...{ unsubscribe: url !== "", url, logo: cid ? `cid:${cid}` : `https://img.${domain}/mark.png` },
	};
	return draftOf({
		key,
		kind: form === "update" ? "update" : "newsletter",
		at,
		from: { name: title, email: from },
		to: [{ name: drawn.named ? OWNER.name : "", email: OWNER.email }],
		subject: head,
		messageId: messageIdFor(key, `x@bounce.${domain}`),
		headers: () =>
			headerFields("newsletter", {
				...{ ...drawn, domain, number: hash32(domain) % 9999, bulk: isShop && hash32(domain) % 3 === 0 },
				unsubscribe: headerFields("unsubscribe", { domain, token }, style),
				mailer: prng(`mailer ${domain}`).pick(["Paperboy 5.2", "Circular 11", "Postroom Campaigns"]),
			}),
		body: () => multipart(page, cid),
		verdict: isSigned ? "pass" : prng(`verdict ${domain}`).pick(["pass", "pass", "pass", "relaxed"]),
		signer: isSigned ? domain : undefined,
	});
}

function multipart(page: Values, cid: string | undefined): Part {
	const wrapped = (text: string, name: string): string => (name === "text" ? wrap(text) : text);
	const text: Part = { text: expand(readText("pages/newsletter.txt"), page, wrapped), charset: "utf-8" };
	const html = htmlPart("newsletter", page);
	const bytes = (): Buffer => logo(String(page.domain), String(page.accent));
	const inline: Part = { type: "image/png", name: "mark.png", cid, bytes };
	const shown: Part = cid ? { multipart: "related", params: { type: "text/html" }, parts: [html, inline] } : html;
	return { multipart: "alternative", parts: [text, shown] };
}

function issues(block: Block, edition: GeneratorOptions, used: Set<string>): Draft[] {
	const { title, fields, entries } = block;
	const random = prng(`${edition.seed} newsletter ${title}`);
	const [every, hour] = [Number(fields.every), Number(fields.hour)];
	const drafts: Draft[] = [];
	let order: Entry[] = [];
	let days = Number(fields.since);
	for (let number = 1; days >= 0; number++) {
		if (order.length === 0) order = random.shuffle(entries);
		const lead = order.pop() as Entry;
		const others = random.shuffle(entries.filter((entry) => entry !== lead)).slice(0, random.int(2, 3));
		const at = wholeSeconds(moment(edition.now, days, [hour, hour + 0.6], random));
		const draft = withNewSubject(used, 30, (attempt) =>
			compose(block, { key: `news-${slug(title)}-${number}-${attempt}`, at, lead, others }, edition),
		);
		if (draft) draft.flags.read = random.chance(Number(fields.read) / 100);
		if (draft && at >= edition.now - 440 * DAY) drafts.push(draft);
		days -= every < 10 ? every : every + random.int(-2, 2);
	}
	return drafts;
}

/** One more issue of a newsletter. @param title of its block @throws for an unknown one */
export function nextIssue(edition: GeneratorOptions, title: string, at: number): Draft {
	const block = readBlocks("newsletters").find((one) => one.title === title);
	if (block === undefined) throw new Error(`There is no newsletter ${title}`);
	const key = `news-${slug(title)}-next`;
	const [lead, ...others] = prng(`${edition.seed} ${key}`).shuffle(block.entries);
	return compose(block, { key, at, lead: lead as Entry, others: others.slice(0, 2) }, edition);
}

/** Every issue of every newsletter. No two have the same subject. */
export function newsletters(edition: GeneratorOptions): Draft[] {
	const used = new Set<string>();
	return readBlocks("newsletters").flatMap((block) => issues(block, edition, used));
}
