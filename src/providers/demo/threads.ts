/** Conversations of the demo mailbox: authored threads, everyday exchanges, inquiries, list discussions, drafts. */

import { attachment } from "./attachments.ts";
import { canEncode } from "./charsets.ts";
import { HOUR, moment, officeHours, workday } from "./clock.ts";
import type { Part } from "./compose.ts";
import { type DraftMessage, domainOf, messageIdFor, OWNER } from "./message.ts";
import { PEOPLE, type Person } from "./people.ts";
import { hash32, type Prng, prng } from "./prng.ts";
import { type Block, type Entry, readProse } from "./prose.ts";
import { type Fill, filler } from "./slots.ts";
import { spoken, type Utterance } from "./voices.ts";

/** Input of every part of the generator. */
export interface GeneratorOptions {
	/** Epoch milliseconds: nothing in the mailbox is newer. */
	now: number;
	seed: string;
}

interface Turn {
	who: Person;
	paragraphs: string[];
	/** `name.ext` or `6.5 name.ext`. */
	attach: string[];
}

interface Conversation {
	key: string;
	subject: string;
	start: number;
	turns: Turn[];
	/** Participants, including those who never reply. */
	company: Person[];
	labels: string[];
	/** The mailing list it takes place on. */
	list?: { name: string; email: string };
}

const MAILERS: Record<Person["client"], string[]> = {
	plain: ["Lapwing 3.4", "Lapwing 3.6"],
	html: ["Fernmail Web 8.1"],
	desktop: ["Deskmate 16.0"],
	phone: ["Pocket Mail (11F84)"],
};

const person = (name: string): Person => {
	const found = PEOPLE[name];
	if (!found) throw new Error(`The demo text names nobody we know: ${name}`);
	return found;
};

/** The key of an authored conversation; its messages add `/1`, `/2` and so on. */
export const threadKey = (title: string): string => `thread-${slug(title)}`;

const slug = (text: string): string => hash32(text).toString(36);

/** Fills a conversation's texts; dates are relative to its first message. */
const filled = (entry: Entry, who: Person, fill: Fill): Turn => {
	const [, ...options] = entry.head.split(" | ");
	const attach = options.find((option) => option.startsWith("attach "))?.slice(7) ?? "";
	return {
		who,
		paragraphs: entry.paragraphs.map(fill),
		attach: fill(attach)
			.split(";")
			.map((one) => one.trim())
			.filter((one) => one !== ""),
	};
};

const speaker = (entry: Entry): string => entry.head.split(" | ")[0] as string;

function delay(turn: Turn, before: Turn, random: Prng): number {
	if (turn.who === before.who) return (18 + random.next() * 40) * HOUR;
	const draw = random.next();
	return turn.who.pace * (0.15 + 0.6 * draw + 2.4 * draw ** 6) * HOUR + random.int(2, 25) * 60_000;
}

/** Converts a conversation to messages, omitting those in the future. */
function converse(talk: Conversation, edition: GeneratorOptions): DraftMessage[] {
	const random = prng(`${edition.seed} ${talk.key}`);
	const people = [...new Set([...talk.turns.map((turn) => turn.who), ...talk.company, person("ada")])];
	const messages: DraftMessage[] = [];
	const utterances: Utterance[] = [];
	let at = talk.start;
	talk.turns.forEach((turn, position) => {
		const before = talk.turns[position - 1];
		if (before) at += delay(turn, before, random);
		const hour = new Date(at).getUTCHours();
		if (turn.who.office) at = officeHours(at, random, turn.who.offset);
		else if (hour < 6) at += (7 - hour) * HOUR;
		at = Math.floor(at / 1000) * 1000;
		if (at > edition.now || messages.length < position) return;

		const key = `${talk.key}/${position + 1}`;
		const previous = utterances.at(-1);
		const parent = messages.at(-1);
		const own = turn.who === person("ada");
		const others = people.filter((one) => one !== turn.who);
		const to = (before && before.who !== turn.who ? before.who : own ? others[0] : person("ada")) as Person;
		const copied = talk.list || (position > 0 && turn.who === before?.who) ? [] : others.filter((one) => one !== to);
		const prefix = turn.who.re ?? "Re: ";
		const bare = talk.list ? `[museum-tech] ${talk.subject}` : talk.subject;
		const subject = previous ? `${/^re: /i.test(bare) ? "" : prefix}${bare}` : bare;
		const utterance: Utterance = {
			key,
			at,
			who: turn.who,
			to,
			subject,
			paragraphs: turn.paragraphs,
			position,
			...(previous ? { answers: previous } : {}),
		};
		const charset = turn.who.charset ?? "utf-8";
		const mailer = prng(`mailer ${turn.who.email}`).pick(MAILERS[turn.who.client]);
		const files = turn.attach.map((request) => attachment(request, key, turn.paragraphs));
		const text = (): Part => spoken(utterance);
		messages.push({
			key,
			kind: talk.list ? "list" : "person",
			at,
			...(turn.who.offset === undefined ? {} : { offset: turn.who.offset }),
			from: turn.who,
			to: talk.list ? [talk.list] : [to],
			cc: copied,
			subject,
			charset: canEncode(subject + turn.who.name + to.name, charset) ? charset : "utf-8",
			messageId: messageIdFor(key, turn.who.email),
			...(parent
				? { inReplyTo: parent.messageId, references: [...(parent.references ?? []), parent.messageId].slice(-10) }
				: {}),
			headers: [["X-Mailer", mailer], ...(talk.list && !own ? listHeaders(talk.list.email) : [])],
			body: files.length > 0 ? () => ({ multipart: "mixed", parts: [text(), ...files] }) : text,
			verdict: talk.list
				? "forwarded"
				: prng(`verdict ${turn.who.email}`).pick(["pass", "pass", "pass", "relaxed", "none"]),
			...(talk.list && !own && { signer: domainOf(talk.list.email) }),
			large: turn.attach.some((request) => /^[\d.]+ /.test(request)),
			folder: own ? "sent" : "inbox",
			flags: { read: true, starred: false, important: false, answered: false },
			labels: own ? [] : talk.labels,
		});
		if (parent && own && parent.folder !== "sent") parent.flags.answered = true;
		utterances.push(utterance);
	});
	return messages;
}

/** Header fields of a discussion list (RFC 2369, RFC 2919). */
function listHeaders(email: string): [string, string][] {
	const [local, domain] = email.split("@");
	return [
		["Return-Path", `<${local}-bounces@${domain}>`],
		["Sender", `${local}-bounces@${domain}`],
		["Precedence", "list"],
		["List-Id", `Technical talk for small museums <${local}.${domain}>`],
		[
			"List-Unsubscribe",
			`<https://${domain}/options/${local}>, <mailto:${local}-request@${domain}?subject=unsubscribe>`,
		],
		["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
		["List-Archive", `<https://${domain}/archives/${local}/>`],
		["List-Post", `<mailto:${email}>`],
		["List-Help", `<mailto:${local}-request@${domain}?subject=help>`],
	];
}

/** A person who writes once. @param facts name; address; position; organization; further lines of the signature */
export function stranger(facts: string, random: Prng): Person {
	const [name = "", email = "", ...about] = facts.split(";").map((part) => part.trim());
	return {
		name,
		email,
		first: name.replace(/^(Dr|Reverend) /, "").split(" ")[0] as string,
		signature: [about.slice(0, 2).filter(Boolean).join(", "), ...about.slice(2)],
		greetings: ["Dear Ms Marlow,", "Dear Ada Marlow,", "Hello,"],
		closings: ["With kind regards,", "Yours sincerely,", "Many thanks,"],
		pace: 20,
		client: random.pick(["html", "desktop", "plain"]),
		office: true,
	};
}

function authored(block: Block, edition: GeneratorOptions): DraftMessage[] {
	const key = threadKey(block.title);
	const random = prng(`${edition.seed} start ${key}`);
	const days = Number(block.fields.day);
	const starters = block.entries.map(speaker);
	const first = starters[0] as string;
	const known = (block.fields.who ?? "").split(" ").filter((name) => name !== "");
	const them = block.fields.by === undefined ? null : stranger(block.fields.by, random);
	const who = (name: string): Person => (name === "them" && them ? them : person(name));
	const { office } = who(first);
	const drawn = moment(edition.now, days, office ? [8.5, 16.5] : [9, 21], random);
	const start = office ? workday(drawn) : drawn;
	const fill = filler(block.slots, random, start);
	const labels = [...new Set([block.fields.label, ...[first, ...known].map((name) => who(name).label)])];
	return converse(
		{
			key,
			subject: fill(block.title),
			start,
			turns: block.entries.map((entry) => filled(entry, who(speaker(entry)), fill)),
			company: known.map(who).filter((one) => starters.includes("ada") || one !== who(first)),
			labels: labels.filter((label) => label !== undefined).slice(0, 2),
		},
		edition,
	);
}

/** Everyday exchanges, each with another person, other paragraphs and other slots. */
function everyday(block: Block, edition: GeneratorOptions): DraftMessage[] {
	const of = (head: string): Entry[] => block.entries.filter((entry) => speaker(entry) === head);
	const order = prng(`${edition.seed} everyday ${block.title}`);
	const people = order.shuffle((block.fields.who ?? "").split(" "));
	const [questions, answers, backs] = [of("ask"), of("answer"), of("back")].map((entries) => order.shuffle(entries));
	const used = new Set<string>();
	return Array.from({ length: Number(block.fields.times) }, (_, index) => {
		const key = `day-${slug(block.title)}-${index + 1}`;
		const random = prng(`${edition.seed} ${key}`);
		const start = workday(moment(edition.now, 1 + Math.floor(434 * random.next() ** 1.02), [8.5, 17], random));
		const other = person(people[index % people.length] as string);
		const mine = block.fields.from === "ada";
		let fill = filler(block.slots, random, start);
		for (let retryState = 0; used.has(fill(block.title)) && retryState < 20; retryState++)
			fill = filler(block.slots, random, start);
		used.add(fill(block.title));
		const turns: Turn[] = [];
		const addTurns = (entries: Entry[] | undefined, who: Person): void => {
			const entry = entries?.[index % entries.length];
			if (entry) turns.push(filled(entry, who, fill));
		};
		addTurns(questions, mine ? person("ada") : other);
		if (random.chance(0.86)) {
			addTurns(answers, mine ? other : person("ada"));
			if (random.chance(0.75)) addTurns(backs, mine ? person("ada") : other);
		}
		const labels = other.label ? [other.label] : [];
		return converse({ key, subject: fill(block.title), start, turns, company: [other], labels }, edition);
	}).flat();
}

function listTalk(block: Block, edition: GeneratorOptions): DraftMessage[] {
	const list = { name: "", email: "museum-tech@lists.museumguild.example" };
	const members = (block.fields.names ?? "").split(";").map((name): Person => {
		const full = name.trim();
		const [first = "", last = ""] = full.split(" ");
		if (full === OWNER.name) return person("ada");
		const email = `${first}.${last}`.toLowerCase().replaceAll(/[^a-z.]/g, "");
		return {
			name: full,
			email: `${email}@${prng(full).pick(["countymuseums", "islandmuseum", "textilehall", "fernmail"])}.example`,
			first,
			signature: [],
			greetings: [""],
			closings: [first],
			pace: 9,
			client: "plain",
			office: true,
		};
	});
	const random = prng(`${edition.seed} list ${block.title}`);
	const start = workday(moment(edition.now, Number(block.fields.day), [9, 17], random));
	const fill = filler(block.slots, random, start);
	const turns = block.entries.map((entry) => filled(entry, members[Number(speaker(entry))] as Person, fill));
	const key = `list-${slug(block.title)}`;
	return converse({ key, subject: block.title, start, turns, company: [], labels: [], list }, edition);
}

function drafts(edition: GeneratorOptions): DraftMessage[] {
	return readProse("drafts").map((block, index) => {
		const key = `draft-${index + 1}`;
		const random = prng(`${edition.seed} ${key}`);
		const entry = block.entries[0] as Entry;
		const turn = filled(entry, person("ada"), (text) => text);
		const at = moment(edition.now, Number(block.fields.day), [9, 18], random);
		const files = turn.attach.map((request) => attachment(request, key, turn.paragraphs));
		const text: Part = { text: turn.paragraphs.join("\n\n"), charset: "utf-8" };
		return {
			key,
			kind: "person",
			at: Math.floor(at / 1000) * 1000,
			from: OWNER,
			to: [person(block.fields.to as string)],
			subject: block.title,
			messageId: messageIdFor(key, OWNER.email),
			body: () => (files.length > 0 ? { multipart: "mixed", parts: [text, ...files] } : text),
			folder: "drafts",
			flags: { read: true, starred: false, important: false, answered: false },
			labels: [],
		};
	});
}

const AUTHORED = ["studio", "clients", "trades", "family", "abroad", "more", "enquiries"];

/** All personal mail, to the owner and from her. */
export function peopleMessages(edition: GeneratorOptions): DraftMessage[] {
	return [
		...AUTHORED.flatMap((name) => readProse(name)).flatMap((block) => authored(block, edition)),
		...[...readProse("routine"), ...readProse("reports")].flatMap((block) => everyday(block, edition)),
		...readProse("list").flatMap((block) => listTalk(block, edition)),
		...drafts(edition),
	];
}
