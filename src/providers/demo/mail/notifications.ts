/** Automated mail: code hosting, builds, banks, deliveries, bookings, invoices, social networks, boards. */

import { DAY, moment, wholeSeconds } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type Block, drawValues, type Entry, headerFields, htmlPart, readBlocks } from "./content.ts";
import { attachments } from "./files.ts";
import { type Draft, domainOf, draftOf, type GeneratorOptions, withNewSubject } from "./message.ts";
import { OWNER } from "./people.ts";
import { prng, slug } from "./prng.ts";
import { filler } from "./slots.ts";
import { plainParagraph, rowsOf } from "./voices.ts";

interface Notice {
	key: string;
	days: number;
	entry: Entry;
}

function compose(
	{ title, fields, slots }: Block,
	{ key, days, entry }: Notice,
	{ seed, now }: GeneratorOptions,
): Draft {
	const random = prng(`${seed} ${key}`);
	const { kind = "", from = "", headers = "automatic", hours = "8-19", label } = fields;
	const [opens = 0, closes = 0] = hours.split("-").map(Number);
	const at = wholeSeconds(moment(now, days, [opens, closes], random));
	const fill = filler(slots, random, at);
	const subject = fill(entry.head);
	const paragraphs = entry.paragraphs.map(fill);
	const domain = domainOf(from);
	const isRead = random.chance(Number(fields.read) / 100);
	const token = prng(`token ${domain}`).hex(10);
	const values = { ...drawValues(headers, random), domain, token };
	const [, number] = /^Re: \[marlow\/orchard\].*\(#(\d+)\)$/.exec(subject) ?? [];
	const isKept = fields.folder !== undefined && (isRead || days > 200) && days > 20;
	return draftOf({
		key,
		kind,
		at,
		from: { name: title, email: from },
		subject,
		references: number === undefined ? [] : [`marlow/orchard/${number}@${domain}`],
		headers: () => headerFields(headers, values),
		signer: headers === "repository" || headers === "social" ? domain : undefined,
		body: () => multipart({ title, domain, subject, paragraphs, key }, fields.plain !== undefined, entry.fields.attach),
		folder: isKept ? fields.folder : "inbox",
		flags: {
			read: isRead || days > 120,
			important: fields.important !== undefined || (kind === "bank" && random.chance(0.1)),
		},
		labels: label === undefined ? [] : [label],
	});
}

interface Content {
	title: string;
	domain: string;
	subject: string;
	paragraphs: readonly string[];
	key: string;
}

function multipart({ title, domain, subject, paragraphs, key }: Content, isPlain: boolean, attach = ""): Part {
	const plain = paragraphs.map((paragraph) => plainParagraph(paragraph));
	const text: Part = { text: [...plain, `${title}\nhttps://${domain}/`].join("\n\n") };
	const lines = [title, `For ${OWNER.name}, Marlow Studio, Northgate`, "", subject, ""];
	const values = {
		...{ sender: title, domain, subject },
		paragraphs: paragraphs.map((paragraph) => {
			const table = rowsOf(paragraph)?.map((row) => row.split(/: (.*)/));
			return {
				text: table ? "" : paragraph,
				table: table !== undefined,
				rows: table?.map(([name, value]) => ({ name, value })),
			};
		}),
	};
	const page: Part = isPlain ? text : { multipart: "alternative", parts: [text, htmlPart("notification", values)] };
	return attach === "" ? page : { multipart: "mixed", parts: [page, ...attachments(attach, key, lines)] };
}

function series(block: Block, edition: GeneratorOptions): Draft[] {
	const { title, fields, entries } = block;
	const random = prng(`${edition.seed} notices ${title}`);
	const used = new Set<string>();
	let order: Entry[] = [];
	return Array.from({ length: Number(fields.count) }, (_, index) => {
		if (order.length === 0) order = random.shuffle(entries);
		const entry = order.pop() as Entry;
		const days = fields.every ? 4 + index * Number(fields.every) : Math.floor(438 * random.next() ** 1.02);
		const key = `notice-${slug(title)}-${index + 1}`;
		return withNewSubject(used, 39, (attempt) =>
			compose(block, { key: attempt === 1 ? key : `${key}-${attempt}`, days, entry }, edition),
		);
	}).filter((draft) => draft !== null && draft.at > edition.now - 440 * DAY) as Draft[];
}

/** All notifications. Subjects are unique per sender. */
export function notifications(edition: GeneratorOptions): Draft[] {
	return readBlocks("notices").flatMap((block) => series(block, edition));
}
