import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TOO_LITTLE } from "#server/mail/summaries/built-in/plain-text.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type Summary, summariesContract } from "#shared/contracts/summaries.ts";
import { startTestServer, type TestUser } from "#test/server.ts";
import {
	type AnnotatedMail,
	mboxOf,
	plainWords,
	readAnnotations,
	type Split,
	withTexts,
} from "../assistant/annotated-mail.ts";
import { excerpt, type ReadingRow, share } from "../reading/row.ts";

/** Of forty conversations: useful summaries, and those that say something wrong. */
const bars = { useful: 0.7, notWrong: 1 };

/** A conversation, and what its summary should say. */
interface AnnotatedConversation {
	id: string;
	/** Oldest first. */
	messages: AnnotatedMail[];
	/** Said by any of the strings. */
	keyPoints: { fact: string; accept: string[] }[];
	/** How many key points a useful summary has at least. */
	must: number;
	/** Of code, signatures, footers, links and greetings. */
	never: string[];
	nothingToSummarize: boolean;
}

/** What is wrong with a summary; null: it is useful. */
interface Judged {
	id: string;
	problem: string | null;
	isWrong: boolean;
}

/** Judges summaries of whole conversations without a language model; null: there are no annotations of this split. */
export async function judgeConversations(split: Split, words: string): Promise<ReadingRow | null> {
	const set = readAnnotations<AnnotatedConversation[]>(new URL(`${split}-conversations.json`, import.meta.url));
	return set === null ? null : rowOf(`Conversations, ${words}`, await judgeSet(set));
}

async function judgeSet(set: readonly AnnotatedConversation[]): Promise<Judged[]> {
	// An empty folder: the server makes its database itself.
	const folder = await mkdtemp(join(tmpdir(), "mailstead-bench-"));
	const server = await startTestServer({ copyOf: folder });
	try {
		const judged: Judged[] = [];
		const user = await server.signUp();
		for (const conversation of set) {
			const messages = await withTexts(conversation.messages);
			if (messages.length < conversation.messages.length) continue;
			const filename = `${conversation.id}.mbox`;
			const { account } = await user
				.client(accountsContract)
				.importMbox({ query: { filename } }, { bytes: mboxOf(messages, true) });
			await server.ctx.jobs.drain(60_000);
			judged.push({ id: conversation.id, ...judge(conversation, await summaryOf(user, account.id)) });
		}
		return judged;
	} finally {
		await server.close();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Of the newest message in a mailbox; null: there is nothing to summarize. */
async function summaryOf(user: TestUser, account: string): Promise<Summary | null> {
	const { items } = await user.client(emailsContract).listEmails({ query: { account } });
	const [newest] = items.toSorted((a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt));
	if (newest === undefined) return null;
	const made = await user
		.client(summariesContract)
		["email-ai-summary"]({ body: { emailId: newest.id } })
		.catch((cause: { code?: string }) => {
			if (cause.code === "nothing-to-read") return null;
			throw cause;
		});
	return made?.short === TOO_LITTLE ? null : made;
}

function judge(conversation: AnnotatedConversation, summary: Summary | null): Omit<Judged, "id"> {
	const { keyPoints, must, never, nothingToSummarize } = conversation;
	if (summary === null) return { problem: nothingToSummarize ? null : "says that there is nothing", isWrong: false };
	const text = plainWords([summary.short, summary.long, ...summary.action_items].join("\n"));
	if (nothingToSummarize) return { problem: `there is nothing to say: ${excerpt(text)}`, isWrong: true };
	const foreign = never.find((one) => text.includes(plainWords(one)));
	if (foreign !== undefined) return { problem: `has ${foreign}`, isWrong: true };
	const missing = keyPoints.filter(({ accept }) => !accept.some((one) => text.includes(plainWords(one))));
	const isUseful = keyPoints.length - missing.length >= must;
	return { problem: isUseful ? null : `lacks ${missing.map(({ fact }) => fact).join("; ")}`, isWrong: false };
}

function rowOf(what: string, judged: readonly Judged[]): ReadingRow {
	const count = judged.length;
	const useful = judged.filter(({ problem }) => problem === null).length;
	const wrong = judged.filter(({ isWrong }) => isWrong).length;
	return {
		what,
		figures: [
			{ name: "useful", value: share(useful, count), bar: bars.useful, count },
			{ name: "not wrong", value: share(count - wrong, count), bar: bars.notWrong, count },
		],
		misses: judged.flatMap(({ id, problem }) => (problem === null ? [] : [`${id}: ${problem}`])),
	};
}
