import { parseMessage } from "#server/mail/parse/parse-message.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { baseSubject, parentsBySubject, subjectMessage } from "#shared/mail/subject-threads.ts";
import { type ThreadNode, threadMessages } from "#shared/mail/threading.ts";
import { readGzip, readTarball, splitPlainMbox } from "../../fixtures/archives.ts";
import { corpus } from "../../fixtures/corpora.ts";
import { absentRow, excerpt, type ReadingRow, share } from "./row.ts";

const RECALL_BAR = 0.97;
const PRECISION_BAR = 0.995;

interface Mail {
	key: string;
	message: ParsedMessage;
}

/** Judges pairs of messages in one conversation when References are missing, by what References say. */
export async function judgeThreads(): Promise<ReadingRow[]> {
	return [
		await judgeCorpus("a list", "list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz"),
		await judgeCorpus("notmuch's mail", "threading/notmuch.tar.gz"),
		await judgeCorpus("kernel list", "threading/notmuch-lkml.tar.gz"),
	];
}

async function judgeCorpus(name: string, file: string): Promise<ReadingRow> {
	const what = `Threads without References: ${name}`;
	const path = corpus(file);
	if (path === null) return absentRow(what, file);
	const raws = file.endsWith(".mbox.gz")
		? splitPlainMbox(readGzip(path))
		: (await readTarball(path)).map(({ bytes }) => bytes);
	const mails: Mail[] = [];
	for (const [i, raw] of raws.entries()) mails.push({ key: `${i}`, message: await parseMessage(raw) });
	const truth = threadsOf(mails.map((mail) => nodeOf(mail, "all")));
	const row: ReadingRow = { what, figures: [], misses: [] };
	for (const kept of ["in-reply-to", "none"] as const) {
		const found = foundThreads(mails, kept);
		// Without any id, only messages with the same subject can be known to belong together.
		const wantedGroups =
			kept === "none" ? mails.map(({ message }, i) => `${truth[i]} ${baseSubject(message.subject).base}`) : truth;
		const wanted = pairsIn(wantedGroups);
		const right = pairsIn(both(found, wantedGroups));
		const claimed = pairsIn(found) - unknownPairs(mails, found, truth);
		const agreed = pairsIn(both(found, truth));
		const label = kept === "none" ? "same subject" : "In-Reply-To and subject";
		row.figures.push(
			{ name: `${label}: precision`, value: share(agreed, claimed), bar: PRECISION_BAR, count: claimed },
			{ name: `${label}: recall`, value: share(right, wanted), bar: RECALL_BAR, count: wanted },
		);
		row.misses.push(
			...missesOf(mails, found, { wanted: wantedGroups, truth, kept }).map((miss) => `${label}: ${miss}`),
		);
	}
	return row;
}

/** The conversation of each message, in order, with these headers left. */
function foundThreads(mails: readonly Mail[], kept: "in-reply-to" | "none"): string[] {
	const nodes = mails.map((mail) => nodeOf(mail, kept));
	const parents = parentsBySubject(
		mails.map(({ key, message }) => subjectMessage(key, { ...message, references: [] }, dateOf(message))),
	);
	// A parent by subject counts as one more id that both name.
	const linked = nodes.map((node) => {
		const parent = parents.get(node.key);
		const names = [`subject ${node.key}`, ...(parent === undefined ? [] : [`subject ${parent}`])];
		return { ...node, references: [...node.references, ...names] };
	});
	return threadsOf(linked);
}

function dateOf({ receivedDate, date }: ParsedMessage): number {
	return receivedDate ?? date ?? 0;
}

function nodeOf({ key, message }: Mail, kept: "all" | "in-reply-to" | "none"): ThreadNode {
	return {
		key,
		messageId: message.messageId,
		inReplyTo: kept === "none" ? [] : message.inReplyTo,
		references: kept === "all" ? message.references : [],
	};
}

function threadsOf(nodes: readonly ThreadNode[]): string[] {
	const threadOf = new Map<string, string>();
	for (const { keys } of threadMessages(nodes)) for (const key of keys) threadOf.set(key, keys[0] as string);
	return nodes.map(({ key }) => threadOf.get(key) as string);
}

/** The groups in which messages are together in both. */
function both(a: readonly string[], b: readonly string[]): string[] {
	return a.map((name, i) => `${name} ${b[i]}`);
}

/** How many pairs of messages have the same group. */
function pairsIn(groups: readonly string[]): number {
	const sizes = new Map<string, number>();
	for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
	return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}

/**
 * Pairs that were found and are neither right nor wrong: References do not say where a conversation belongs that
 * starts with a reply.
 */
function unknownPairs(mails: readonly Mail[], found: readonly string[], truth: readonly string[]): number {
	const open = openThreads(mails, truth);
	const known = truth.map((thread) => (open.has(thread) ? "" : thread));
	const groups = Map.groupBy(mails.keys(), (i) => found[i] as string);
	let unknown = 0;
	for (const members of groups.values()) {
		const ofOpen = members.filter((i) => known[i] === "").map((i) => truth[i] as string);
		const others = members.length - ofOpen.length;
		unknown += (ofOpen.length * (ofOpen.length - 1)) / 2 - pairsIn(ofOpen) + ofOpen.length * others;
	}
	return unknown;
}

/** Threads by References whose first message is itself a reply. */
function openThreads(mails: readonly Mail[], truth: readonly string[]): Set<string> {
	const first = new Map<string, number>();
	for (const [i, thread] of truth.entries()) {
		const before = first.get(thread);
		if (before === undefined || dateOf((mails[i] as Mail).message) < dateOf((mails[before] as Mail).message))
			first.set(thread, i);
	}
	return new Set(
		[...first].filter(([, i]) => baseSubject((mails[i] as Mail).message.subject).isReply).map(([thread]) => thread),
	);
}

interface Judged {
	/** The groups that are to be found. */
	wanted: readonly string[];
	/** The threads by References. */
	truth: readonly string[];
	kept: "in-reply-to" | "none";
}

function missesOf(mails: readonly Mail[], found: readonly string[], { wanted, truth, kept }: Judged): string[] {
	const misses: string[] = [];
	const open = openThreads(mails, truth);
	const mainPart = largestPart(wanted, found);
	const mainTruth = largestPart(found, truth);
	for (const [i, { message }] of mails.entries()) {
		const about = `${message.date === null ? "" : new Date(message.date).toISOString().slice(0, 10)} ${excerpt(message.subject)}`;
		const mainThread = mainTruth.get(found[i] as string) as string;
		const isKnown = !open.has(truth[i] as string) && !open.has(mainThread);
		const why = whyApart(message, kept);
		if (mainPart.get(wanted[i] as string) !== found[i]) misses.push(`${about}: apart from its conversation. ${why}`);
		else if (mainThread !== truth[i] && isKnown)
			misses.push(`${about}: in another conversation. ${whyTogether(message, kept)}`);
	}
	return misses;
}

function whyApart({ subject, inReplyTo, references }: ParsedMessage, kept: "in-reply-to" | "none"): string {
	const { isReply } = baseSubject(subject);
	if (kept === "in-reply-to" && inReplyTo.some((id) => id.endsWith("@public.gmane.org")))
		return "Its archive changed the id in its In-Reply-To.";
	if (kept === "in-reply-to" && inReplyTo.length > 0)
		return "Its In-Reply-To names no message that is here or that another names.";
	if (kept === "in-reply-to" && references.length > 0 && !isReply) return "Only its References say where it belongs.";
	return isReply ? "No message that it answers is known." : "It is not marked as a reply, and quotes nobody.";
}

function whyTogether({ inReplyTo }: ParsedMessage, kept: "in-reply-to" | "none"): string {
	if (kept === "in-reply-to" && inReplyTo.length > 0) return "Its In-Reply-To names a message of that conversation.";
	return "A message of that conversation has its subject and its people.";
}

/** For each group of `names`, the group of `others` that most of its members are in. */
function largestPart(names: readonly string[], others: readonly string[]): Map<string, string> {
	const counts = new Map<string, Map<string, number>>();
	for (const [i, name] of names.entries()) {
		const count = counts.get(name) ?? new Map<string, number>();
		counts.set(name, count);
		count.set(others[i] as string, (count.get(others[i] as string) ?? 0) + 1);
	}
	return new Map([...counts].map(([name, count]) => [name, [...count].sort((a, b) => b[1] - a[1])[0]?.[0] as string]));
}
