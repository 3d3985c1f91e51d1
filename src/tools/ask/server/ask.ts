import { badRequest } from "#kernel/errors.ts";
import { requireSearchable } from "#kernel/mail.ts";
import { engineOf } from "#kernel/model.ts";
import type { MailContext } from "#kernel/module.ts";
import { writeQuery } from "#shared/search/write.ts";
import { todayIn } from "#shared/today.ts";
import type { AskChunk } from "../contract.ts";
import { answerByModel } from "./answer/by-model.ts";
import { extractAnswer } from "./answer/extract.ts";
import { findEmails, readEmails } from "./answer/find.ts";
import { knownNames } from "./known-names.ts";
import { searchByModel } from "./question/by-model.ts";
import { isSearch, queryOf, type Reading, readQuestion, readSearch } from "./question/read-question.ts";

interface Question {
	ownerId: string;
	question: string;
	q?: string | undefined;
	account?: string | undefined;
	zone: string;
	signal: AbortSignal;
}

/**
 * Answers a question about the user's mail: its search, the emails found, then the answer. Reads only; without a language
 * model nothing leaves the server.
 * @throws AppError 400 `bad-query`, `bad-request`; those of `askModel`
 */
export async function* ask(ctx: MailContext, asked: Question): AsyncGenerator<AskChunk> {
	const { ownerId, question, q, signal } = asked;
	const account = asked.account ?? null;
	let search: { reading: Reading; query?: ReturnType<typeof queryOf> };
	let engine = engineOf(null);
	if (q !== undefined && q.trim() !== "") {
		requireSearchable(q);
		const { query, ...reading } = readSearch(q, question);
		search = { reading, query };
	} else ({ engine, ...search } = await searchFor(ctx, asked));
	const found = await findEmails(ctx, { ownerId, account, ...search });
	yield { type: "search", q: found.q, isWide: found.isWide, engine };
	const { items, total, totalIsExact } = found;
	yield { type: "emails", items, total, totalIsExact };
	const isCounted = search.reading.wanted === "count";
	const emails = isCounted ? [] : await readEmails(ctx, ownerId, items);
	if (emails.length > 0) {
		const written = yield* answerByModel(ctx, { ownerId, question, emails, signal });
		if (written !== null) {
			yield written;
			return;
		}
	}
	const sentences = extractAnswer(emails, search.reading);
	yield { type: "answer", sentences, dropped: 0, isComplete: true, engine: engineOf(null) };
}

/** The question as a search, by rules, and by the user's model where there is one. */
async function searchFor(ctx: MailContext, { ownerId, question, zone, signal }: Question) {
	const today = todayIn(zone, ctx.now());
	if (today === null) throw badRequest("bad-request", `${zone} is not a time zone. Use one such as Europe/Berlin.`);
	const names = await knownNames(ctx.database, ownerId);
	const reading = readQuestion(question, { today, isKnown: (word) => names.has(word) });
	const proposal = writeQuery(queryOf(reading));
	const reply = await searchByModel(ctx, { ownerId, question, proposal, today, signal });
	const written = reply?.value.search.trim() ?? "";
	// What is no search is not used.
	if (reply === null || written === "" || !isSearch(written) || written === proposal)
		return { reading, engine: engineOf(reply?.model ?? null) };
	const { query, ...byModel } = readSearch(written, question);
	return {
		reading: { ...byModel, wanted: reading.wanted, amount: reading.amount },
		query,
		engine: engineOf(reply.model),
	};
}
