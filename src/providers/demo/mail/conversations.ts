/** Conversations of the demo mailbox: authored threads, everyday exchanges, inquiries, list discussions, drafts. */

import { canEncode } from "./charsets.ts";
import { HOUR, moment, officeHours, wholeSeconds, workday } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type Block, type Entry, headerFields, readBlocks } from "./content.ts";
import { attachments } from "./files.ts";
import { type Draft, domainOf, draftOf, type GeneratorOptions } from "./message.ts";
import { mailerOf, OWNER, type Person, person, stranger } from "./people.ts";
import { type Prng, prng, slug } from "./prng.ts";
import { type Fill, filler } from "./slots.ts";
import { spoken, type Utterance } from "./voices.ts";

interface Turn {
	who: Person;
	paragraphs: string[];
	/** `name.ext; 6.5 name.ext`. */
	attach: string;
}

interface Conversation {
	key: string;
	subject: string;
	start: number;
	turns: Turn[];
	/** Participants, including those who never reply. */
	company?: Person[];
	labels?: string[];
	/** The mailing list it takes place on. */
	list?: string;
}

/** The key of an authored conversation; its messages add `/1`, `/2` and so on. */
export const threadKey = (title: string): string => `thread-${slug(title)}`;

/** Fills a conversation's texts; dates are relative to its first message. */
const filled = ({ fields, paragraphs }: Entry, who: Person, fill: Fill): Turn => ({
	who,
	paragraphs: paragraphs.map(fill),
	attach: fill(fields.attach ?? ""),
});

/** Milliseconds until a turn follows the one before. */
function delay(turn: Turn, before: Turn, random: Prng): number {
	if (turn.who === before.who) return (18 + random.next() * 40) * HOUR;
	const draw = random.next();
	return turn.who.pace * (0.15 + 0.6 * draw + 2.4 * draw ** 6) * HOUR + random.int(2, 25) * 60_000;
}

/** When someone writes who would have written at this moment. */
function writingTime(at: number, { office, offset }: Person, random: Prng): number {
	const hour = new Date(at).getUTCHours();
	return wholeSeconds(office ? officeHours(at, random, offset) : hour < 6 ? at + (7 - hour) * HOUR : at);
}

/** With the files, if any. */
const withFiles = (text: Part, files: Part[]): Part =>
	files.length > 0 ? { multipart: "mixed", parts: [text, ...files] } : text;

/** Converts a conversation to messages, omitting those in the future. */
function converse(talk: Conversation, { seed, now }: GeneratorOptions): Draft[] {
	const random = prng(`${seed} ${talk.key}`);
	const people = [...new Set([...talk.turns.map(({ who }) => who), ...(talk.company ?? []), OWNER])];
	const list = talk.list === undefined ? null : { name: "", email: talk.list };
	const bare = list ? `[museum-tech] ${talk.subject}` : talk.subject;
	const drafts: Draft[] = [];
	let answers: Utterance | undefined;
	let at = talk.start;
	for (const [position, turn] of talk.turns.entries()) {
		const { who, paragraphs, attach } = turn;
		const before = talk.turns[position - 1];
		at = writingTime(before ? at + delay(turn, before, random) : at, who, random);
		if (at > now) break;

		const key = `${talk.key}/${position + 1}`;
		const parent = drafts.at(-1);
		const isOwn = who === OWNER;
		const others = people.filter((one) => one !== who);
		const to = before && before.who !== who ? before.who : isOwn ? (others[0] as Person) : OWNER;
		const isAlone = list !== null || who === before?.who;
		const subject = parent && !/^re: /i.test(bare) ? `${who.re ?? "Re: "}${bare}` : bare;
		const utterance: Utterance = { key, at, who, to, subject, paragraphs, position, answers };
		const { charset = "utf-8" } = who;
		const files = attachments(attach, key, paragraphs);
		const isListed = list !== null && !isOwn;
		const [local = "", domain = ""] = list?.email.split("@") ?? [];
		drafts.push(
			draftOf({
				key,
				kind: list ? "list" : "person",
				at,
				offset: who.offset,
				from: who,
				to: [list ?? to],
				cc: isAlone ? [] : others.filter((one) => one !== to),
				subject,
				charset: canEncode(subject + who.name + to.name, charset) ? charset : "utf-8",
				references: parent && [...(parent.references ?? []), parent.messageId].slice(-10),
				headers: () => `X-Mailer: ${mailerOf(who)}${isListed ? `\n${headerFields("list", { local, domain })}` : ""}`,
				body: () => withFiles(spoken(utterance), files),
				verdict: list ? "forwarded" : prng(`verdict ${who.email}`).pick(["pass", "pass", "pass", "relaxed", "none"]),
				signer: isListed ? domainOf(list.email) : undefined,
				large: /(?:^|; ?)[\d.]+ /.test(attach),
				folder: isOwn ? "sent" : "inbox",
				flags: { read: true },
				labels: isOwn ? [] : (talk.labels ?? []),
			}),
		);
		if (parent && isOwn && parent.folder !== "sent") parent.flags.answered = true;
		answers = utterance;
	}
	return drafts;
}

function authored({ title, fields, slots, entries }: Block, edition: GeneratorOptions): Draft[] {
	const key = threadKey(title);
	const random = prng(`${edition.seed} start ${key}`);
	const them = fields.by === undefined ? null : stranger(fields.by, random);
	const who = (name: string): Person => (name === "them" && them ? them : person(name));
	const speakers = entries.map(({ head }) => who(head));
	const first = speakers[0] as Person;
	const known = (fields.who ?? "").split(" ").filter(Boolean).map(who);
	const drawn = moment(edition.now, Number(fields.day), first.office ? [8.5, 16.5] : [9, 21], random);
	const start = first.office ? workday(drawn) : drawn;
	const fill = filler(slots, random, start);
	const subject = fill(title);
	const turns = entries.map((entry, index) => filled(entry, speakers[index] as Person, fill));
	const company = known.filter((one) => speakers.includes(OWNER) || one !== first);
	const labels = [...new Set([fields.label, ...[first, ...known].map(({ label }) => label)])];
	return converse(
		{ key, subject, start, turns, company, labels: labels.filter((one) => one !== undefined).slice(0, 2) },
		edition,
	);
}

/** Everyday exchanges, each with another person, other paragraphs and other slots. */
function everyday({ title, fields, slots, entries }: Block, edition: GeneratorOptions): Draft[] {
	const order = prng(`${edition.seed} everyday ${title}`);
	const people = order.shuffle((fields.who ?? "").split(" "));
	const [questions = [], answers = [], backs = []] = ["ask", "answer", "back"].map((part) =>
		order.shuffle(entries.filter(({ head }) => head === part)),
	);
	const used = new Set<string>();
	return Array.from({ length: Number(fields.times) }, (_, index) => {
		const key = `day-${slug(title)}-${index + 1}`;
		const random = prng(`${edition.seed} ${key}`);
		const start = workday(moment(edition.now, 1 + Math.floor(434 * random.next() ** 1.02), [8.5, 17], random));
		const other = person(people[index % people.length]);
		const [asking, answering] = fields.from === "ada" ? [OWNER, other] : [other, OWNER];
		let fill = filler(slots, random, start);
		for (let retry = 0; used.has(fill(title)) && retry < 20; retry++) fill = filler(slots, random, start);
		const subject = fill(title);
		used.add(subject);
		const turn = (choice: readonly Entry[], who: Person): Turn[] =>
			choice.length > 0 ? [filled(choice[index % choice.length] as Entry, who, fill)] : [];
		const turns = turn(questions, asking);
		if (random.chance(0.86)) {
			turns.push(...turn(answers, answering));
			if (random.chance(0.75)) turns.push(...turn(backs, asking));
		}
		return converse(
			{ key, subject, start, turns, company: [other], labels: other.label ? [other.label] : [] },
			edition,
		);
	}).flat();
}

/** A member of the mailing list. */
function member(name: string): Person {
	const [first = "", last = ""] = name.split(" ");
	const local = `${first}.${last}`.toLowerCase().replaceAll(/[^a-z.]/g, "");
	const domain = prng(name).pick(["countymuseums", "islandmuseum", "textilehall", "fernmail"]);
	const style = { signature: [], greetings: [""], closings: [first], client: "plain" as const };
	return { name, email: `${local}@${domain}.example`, first, ...style, pace: 9, office: true };
}

function discussion({ title, fields, slots, entries }: Block, edition: GeneratorOptions): Draft[] {
	const members = (fields.names ?? "").split("; ").map((name) => (name === OWNER.name ? OWNER : member(name)));
	const random = prng(`${edition.seed} list ${title}`);
	const start = workday(moment(edition.now, Number(fields.day), [9, 17], random));
	const fill = filler(slots, random, start);
	const turns = entries.map((entry) => filled(entry, members[Number(entry.head)] as Person, fill));
	const list = "museum-tech@lists.museumguild.example";
	return converse({ key: `list-${slug(title)}`, subject: title, start, turns, list }, edition);
}

function unsent({ title, fields, entries }: Block, index: number, { seed, now }: GeneratorOptions): Draft {
	const key = `draft-${index + 1}`;
	const { paragraphs, fields: own } = entries[0] as Entry;
	const { attach = "" } = own;
	const text: Part = { text: paragraphs.join("\n\n"), charset: "utf-8" };
	return draftOf({
		key,
		kind: "person",
		at: wholeSeconds(moment(now, Number(fields.day), [9, 18], prng(`${seed} ${key}`))),
		from: OWNER,
		to: [person(fields.to)],
		subject: title,
		body: () => withFiles(text, attachments(attach, key, paragraphs)),
		folder: "drafts",
		flags: { read: true },
	});
}

/** All personal mail, to the owner and from her. */
export function conversations(edition: GeneratorOptions): Draft[] {
	return [
		...readBlocks("conversations").flatMap((block) => authored(block, edition)),
		...readBlocks("everyday").flatMap((block) => everyday(block, edition)),
		...readBlocks("lists").flatMap((block) => discussion(block, edition)),
		...readBlocks("drafts").map((block, index) => unsent(block, index, edition)),
	];
}
