/** Automated mail: code hosting, builds, banks, deliveries, bookings, invoices, social networks, boards. */

import { attachment } from "./attachments.ts";
import { DAY, moment } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type DemoKind, type DraftMessage, domainOf, messageIdFor, OWNER } from "./message.ts";
import { unsubscribeHeaders } from "./newsletters.ts";
import { noticeHtml, noticeText } from "./pages.ts";
import { hash32, type Prng, prng } from "./prng.ts";
import { type Block, type Entry, readProse } from "./prose.ts";
import { filler } from "./slots.ts";
import type { GeneratorOptions } from "./threads.ts";

const HOURS: Partial<Record<DemoKind, readonly [number, number]>> = {
	code: [8, 22],
	social: [11, 22],
	bank: [6, 20],
	delivery: [8, 18],
	calendar: [7, 8],
	invoice: [4, 11],
};

/** Header fields that identify automated mail. */
function machineHeaders(kind: DemoKind, domain: string, block: Block, random: Prng): [string, string][] {
	const token = prng(`token ${domain}`).hex(10);
	if (kind === "code" && domain === "gristmill.example") {
		return [
			["List-ID", "marlow/orchard <orchard.marlow.gristmill.example>"],
			["List-Archive", "<https://gristmill.example/marlow/orchard>"],
			...unsubscribeHeaders("both-one-click", domain, token),
			["X-Gristmill-Reason", random.pick(["mention", "subscribed", "author"])],
			["Precedence", "list"],
		];
	}
	if (kind === "social" || block.fields.unsub !== undefined) {
		return [...unsubscribeHeaders("one-click", domain, token), ["Feedback-ID", `n${random.hex(4)}:notify:${domain}`]];
	}
	return [
		["Auto-Submitted", "auto-generated"],
		...(kind === "update" ? [["Feedback-ID", `t${random.hex(4)}:transactional:${domain}`] as [string, string]] : []),
	];
}

function notice(block: Block, entry: Entry, edition: GeneratorOptions, days: number, key: string): DraftMessage {
	const random = prng(`${edition.seed} ${key}`);
	const kind = block.fields.kind as DemoKind;
	const at = Math.floor(moment(edition.now, days, HOURS[kind] ?? [8, 19], random) / 1000) * 1000;
	const fill = filler(block.slots, random, at);
	const [head = "", ...options] = entry.head.split(" | ");
	const subject = fill(head);
	const paragraphs = entry.paragraphs.map(fill);
	const email = block.fields.from as string;
	const domain = domainOf(email);
	const requested = options.find((option) => option.startsWith("attach "))?.slice(7);
	const rows = paragraphs.flatMap((paragraph) =>
		paragraph.startsWith("| ") ? paragraph.split("\n").map((row) => row.slice(2).replace(": ", "\t")) : [],
	);
	const lines = [block.title, `For ${OWNER.name}, Marlow Studio, Northgate`, "", subject, "", ...rows];
	const file = requested ? attachment(requested, key, lines) : null;
	const body = (): Part => {
		const text: Part = { text: noticeText(block.title, domain, paragraphs) };
		const plainOnly = domain === "kilnci.example" || domain === "bankofthevale.example";
		const page: Part = plainOnly
			? text
			: {
					multipart: "alternative",
					parts: [
						text,
						{ text: noticeHtml(block.title, domain, subject, paragraphs), subtype: "html", charset: "utf-8" },
					],
				};
		return file ? { multipart: "mixed", parts: [page, file] } : page;
	};
	const thread = /^(?:Re: )?\[marlow\/orchard\].*\(#(\d+)\)$/.exec(subject);
	const read = random.chance(Number(block.fields.read) / 100);
	const headers = machineHeaders(kind, domain, block, random);
	return {
		key,
		kind,
		at,
		from: { name: block.title, email },
		to: [OWNER],
		subject,
		messageId: messageIdFor(key, email),
		...(thread && subject.startsWith("Re: ")
			? { inReplyTo: `marlow/orchard/${thread[1]}@${domain}`, references: [`marlow/orchard/${thread[1]}@${domain}`] }
			: {}),
		headers,
		...(headers.some(([name]) => name === "List-Unsubscribe-Post") && { signer: domain }),
		body,
		verdict: "pass",
		folder: block.fields.folder === "receipts" && (read || days > 200) && days > 20 ? "receipts" : "inbox",
		flags: {
			read: read || days > 120,
			starred: false,
			important: block.fields.important !== undefined || (kind === "bank" && random.chance(0.1)),
			answered: false,
		},
		labels: block.fields.label ? [block.fields.label] : [],
	};
}

function run(block: Block, edition: GeneratorOptions): DraftMessage[] {
	const random = prng(`${edition.seed} notices ${block.title}`);
	const every = block.fields.every === undefined ? null : Number(block.fields.every);
	const used = new Set<string>();
	let order: Entry[] = [];
	return Array.from({ length: Number(block.fields.count) }, (_, index) => {
		if (order.length === 0) order = random.shuffle(block.entries);
		const entry = order.pop() as Entry;
		const days = every === null ? Math.floor(438 * random.next() ** 1.02) : 4 + index * every;
		const key = `notice-${hash32(block.title).toString(36)}-${index + 1}`;
		let draft = notice(block, entry, edition, days, key);
		for (let attempt = 2; used.has(draft.subject) && attempt < 40; attempt++) {
			draft = notice(block, entry, edition, days, `${key}-${attempt}`);
		}
		if (used.has(draft.subject)) return null;
		used.add(draft.subject);
		return draft;
	}).filter((draft): draft is DraftMessage => draft !== null && draft.at > edition.now - 440 * DAY);
}

/** All notifications. Subjects are unique per sender. */
export function noticeMessages(edition: GeneratorOptions): DraftMessage[] {
	return readProse("notices").flatMap((block) => run(block, edition));
}
