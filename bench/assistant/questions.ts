import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { askContract, type Sentence } from "../../src/tools/ask/contract.ts";
import { excerpt, normalizeSpace, type ReadingRow, share } from "../reading/row.ts";
import { type AnnotatedMail, mboxOf, plainWords, readAnnotations, type Split, withTexts } from "./annotated-mail.ts";

/** Of fifty questions: right answers, and those that state something else. */
const bars = { right: 0.8, notWrong: 0.96 };

/** A mailbox, and questions of its owner with what its mail answers. */
interface QuestionSet {
	messages: AnnotatedMail[];
	questions: Question[];
}

interface Question {
	id: string;
	question: string;
	/** With a time zone. */
	askedAt: string;
	answer: {
		/** false: no email answers. */
		found: boolean;
		/** One of them is in the sentence that answers. */
		accept: string[];
		/** Where it is. */
		messageIds: string[];
		/** What looks like an answer. */
		wrong: string[];
	};
}

interface Judged {
	question: Question;
	verdict: "right" | "wrong" | "not found";
	/** The answer. */
	said: string;
}

/** Judges answers without a language model to questions in four languages about mail in four; null: there are no annotations of this split. */
export async function judgeQuestions(split: Split, words: string): Promise<ReadingRow | null> {
	const set = readAnnotations<QuestionSet>(new URL(`${split}-questions.json`, import.meta.url));
	return set === null ? null : rowOf(`Questions, ${words}`, await judgeSet(set));
}

async function judgeSet({ messages, questions }: QuestionSet): Promise<Judged[]> {
	let now = Date.now();
	// An empty folder: the server makes its database itself.
	const folder = await mkdtemp(join(tmpdir(), "mailstead-bench-"));
	const server = await startTestServer({ copyOf: folder, now: () => now });
	try {
		const user = await mailboxOf(server, messages);
		const subjects = new Map(messages.map(({ id, subject }) => [id, normalizeSpace(subject)]));
		const judged: Judged[] = [];
		for (const question of questions) {
			now = Date.parse(question.askedAt);
			const answered = await ask(user, question.question);
			const wanted = question.answer.messageIds.map((id) => subjects.get(id) ?? "");
			const said = answered.map(({ text }) => text).join(" | ");
			judged.push({ question, verdict: verdictOf(question, answered, wanted), said });
		}
		return judged;
	} finally {
		await server.close();
		await rm(folder, { recursive: true, force: true });
	}
}

async function mailboxOf(server: TestServer, messages: readonly AnnotatedMail[]): Promise<TestUser> {
	const user = await server.signUp();
	const bytes = mboxOf(await withTexts(messages));
	await user.client(accountsContract).importMbox({ query: { filename: "mail.mbox" } }, { bytes });
	await server.ctx.jobs.drain(60_000);
	return user;
}

/** A sentence, with the subjects of its emails. */
type Answered = Sentence & { subjects: string[] };

async function ask(user: TestUser, question: string): Promise<Answered[]> {
	let sentences: Sentence[] = [];
	const subjects = new Map<string, string>();
	const body = { question, zone: "Europe/Berlin" };
	for await (const chunk of user.client(askContract).askMailbox({ body })) {
		if (chunk.type === "emails") for (const { id, subject } of chunk.items) subjects.set(id, normalizeSpace(subject));
		if (chunk.type === "answer") sentences = chunk.sentences;
	}
	return sentences.map((one) => ({ ...one, subjects: one.sources.map((id) => subjects.get(id) ?? "") }));
}

/** The first sentence is the answer; the others must not say something else. */
function verdictOf({ answer }: Question, answered: readonly Answered[], wanted: readonly string[]): Judged["verdict"] {
	const [first] = answered;
	if (first === undefined) return answer.found ? "not found" : "right";
	if (!answer.found) return "wrong";
	const has = ({ text }: Sentence, strings: readonly string[]) =>
		strings.some((one) => plainWords(text).includes(plainWords(one)));
	const isRight = (one: Answered) =>
		has(one, answer.accept) && one.subjects.some((subject) => wanted.includes(subject));
	return isRight(first) && !answered.some((one) => !isRight(one) && has(one, answer.wrong)) ? "right" : "wrong";
}

function rowOf(what: string, judged: readonly Judged[]): ReadingRow {
	const count = judged.length;
	const [right, wrong] = ["right", "wrong"].map((verdict) => judged.filter((one) => one.verdict === verdict).length);
	return {
		what,
		figures: [
			{ name: "right", value: share(right ?? 0, count), bar: bars.right, count },
			{ name: "not wrong", value: share(count - (wrong ?? 0), count), bar: bars.notWrong, count },
		],
		misses: judged
			.filter(({ verdict }) => verdict !== "right")
			.map(({ question: { id, question }, verdict, said }) => `${id}: ${verdict}: ${question} ${excerpt(said)}`),
	};
}
