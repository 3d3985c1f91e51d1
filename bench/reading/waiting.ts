import { readFileSync } from "node:fs";
import { generateDemo } from "#providers/demo/mail/mailbox.ts";
import { namesOf, type Self, stateOf, type TalkMessage } from "#server/mail/waiting/conversation.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { corpusMessages } from "../../fixtures/corpus-messages.ts";
import { absentRow, type Figure, type ReadingRow, share } from "./row.ts";
import { DEMO_NOW, demoWaiting } from "./waiting-demo.ts";
import { type JudgedMessage, readTalkMessage } from "./waiting-talk.ts";
import { readWritten, writtenThreads } from "./waiting-written.ts";

const WHAT = "Who is waited for";
const bars = { precision: 0.9, recall: 0.8 };

type Label = "me" | "others" | "neither" | "either";

/** A conversation with what a person says of it. */
interface Labeled {
	name: string;
	label: Label;
	messages: JudgedMessage[];
	self: Self;
}

/** A conversation of a corpus: ids, whose mailbox it is in, and the label. */
interface ThreadLabel {
	/** Labeled by somebody else than who made the rules, before they were made or while they were. */
	set: "first" | "second";
	file: string;
	messageIds: string[];
	owner: string;
	/** Those that the owner wrote, under another address where the list changed it. */
	ownIds: string[];
	label: Label;
	split: "tune" | "held";
}

/** Judges for whom conversations wait: in the demo mailbox, and in public mail, of which one half was not looked at. */
export async function judgeWaiting(): Promise<ReadingRow[]> {
	const labels = JSON.parse(readFileSync(new URL("waiting-labels.json", import.meta.url), "utf8")) as ThreadLabel[];
	const threads = (set: ThreadLabel["set"], split: ThreadLabel["split"]) =>
		labels.filter((one) => one.set === set && one.split === split);
	return [
		judge(`${WHAT}: the demo mailbox`, await readDemo(), true),
		await judgeThreads(`${WHAT}: held out`, threads("first", "held"), true),
		await judgeThreads(`${WHAT}: held out, second set`, threads("second", "held"), true),
		judge(`${WHAT}: written, held out`, await readWrittenThreads("held"), true),
		await judgeThreads(`${WHAT}: rules made with`, threads("first", "tune"), false),
		await judgeThreads(`${WHAT}: rules made with, second set`, threads("second", "tune"), false),
		judge(`${WHAT}: written, rules made with`, await readWrittenThreads("tune"), false),
	];
}

/** The conversations that were written in four languages. */
function readWrittenThreads(split: "tune" | "held"): Promise<Labeled[]> {
	const threads = writtenThreads().filter((one) => one.split === split);
	return Promise.all(
		threads.map(async (thread) => {
			const addresses = new Set([thread.owner.toLowerCase()]);
			const messages = await readWritten(thread);
			return { name: thread.name, label: thread.label, messages, self: selfOf(messages, addresses) };
		}),
	);
}

async function judgeThreads(what: string, labels: readonly ThreadLabel[], isDemanded: boolean): Promise<ReadingRow> {
	const files = [...new Set(labels.map(({ file }) => file))];
	const missing = files.find((file) => corpus(file) === null);
	if (missing !== undefined) return absentRow(what, missing);
	const raw = await corpusMessages(files);
	const threads = labels.map(async ({ messageIds, owner, ownIds, label }): Promise<Labeled> => {
		const addresses = new Set([owner.toLowerCase()]);
		const found = messageIds.flatMap((id) => raw.get(id) ?? []);
		const read = found.map((bytes, index) => readTalkMessage(messageIds[index] as string, bytes, addresses));
		const messages = (await Promise.all(read)).map((one) => ({ ...one, isOwn: one.isOwn || ownIds.includes(one.id) }));
		return { name: messageIds.at(-1) ?? "", label, messages, self: selfOf(messages, addresses) };
	});
	return judge(what, await Promise.all(threads), isDemanded);
}

/** The conversations of the demo mailbox that people take part in. */
async function readDemo(): Promise<Labeled[]> {
	const addresses = new Set(["ada@marlow.example"]);
	const kinds = new Set(["person", "list", "calendar", "automatic", "bounce"]);
	const mail = generateDemo({ now: DEMO_NOW }).filter(({ kind, folder }) => kinds.has(kind) && folder !== "drafts");
	const messages = await Promise.all(
		mail.toReversed().map(({ id, raw }) => readTalkMessage(id, Buffer.from(raw()), addresses)),
	);
	const threads = new Map<string, JudgedMessage[]>();
	const threadOf = new Map<string, JudgedMessage[]>();
	for (const message of messages) {
		const key = message.id.replace(/(?:\/\d+)?(?:\+again)?$/, "");
		const thread = threadOf.get(message.inReplyTo ?? "") ?? threads.get(key) ?? [];
		thread.push(message);
		threads.set(key, thread);
		if (message.messageId !== null) threadOf.set(message.messageId, thread);
	}
	const labelOf = (thread: readonly TalkMessage[]): Label =>
		(["me", "others", "either"] as const).find((label) => thread.some(({ id }) => demoWaiting[label].includes(id))) ??
		"neither";
	return [...new Set(threads.values())].map((thread) => ({
		...{ name: thread.at(-1)?.id ?? "", label: labelOf(thread), messages: thread, self: selfOf(thread, addresses) },
	}));
}

function selfOf(messages: readonly TalkMessage[], addresses: ReadonlySet<string>): Self {
	const people = messages.flatMap(({ to, cc, from, fromName }) => [...to, ...cc, { name: fromName, email: from }]);
	const own = people.filter(({ email }) => addresses.has(email.toLowerCase()));
	return { addresses, names: new Set(own.flatMap((one) => [...namesOf(one)])) };
}

function judge(what: string, threads: readonly Labeled[], isDemanded: boolean): ReadingRow {
	const misses: string[] = [];
	const judged = threads
		.filter(({ label }) => label !== "either")
		.map(({ name, label, messages, self }) => {
			const { waitsFor, kind, sentence, emailId } = stateOf(messages, self);
			// As the list, which has other mail only where the user has written, or by a date.
			const isListed = messages.some(
				({ isOwn, isPersonal, id, act }) => isOwn || (id === emailId && (isPersonal || act.due !== null)),
			);
			const found = isListed ? (waitsFor ?? "neither") : "neither";
			if (found !== label) misses.push(`${name}: ${found}, not ${label} (${kind}: ${sentence})`);
			return { found, label };
		});
	const figuresOf = (list: "me" | "others"): Figure[] => {
		const [found, wanted] = [judged.filter((one) => one.found === list), judged.filter((one) => one.label === list)];
		const right = found.filter(({ label }) => label === list).length;
		const bar = (least: number): number | null => (isDemanded ? least : null);
		const name = list === "me" ? "waits for me" : "waits for others";
		return [
			{ name: `${name}: precision`, value: share(right, found.length), bar: bar(bars.precision), count: found.length },
			{ name: `${name}: recall`, value: share(right, wanted.length), bar: bar(bars.recall), count: wanted.length },
		];
	};
	return { what, figures: [...figuresOf("me"), ...figuresOf("others")], misses };
}
