import { badRequest } from "#kernel/errors.ts";
import { requireSearchable } from "#kernel/mail.ts";
import { activeModel, engineOf } from "#kernel/model.ts";
import type { MailContext } from "#kernel/module.ts";
import { writeQuery } from "#shared/search/write.ts";
import { todayIn } from "#shared/today.ts";
import type { AskChunk } from "../contract.ts";
import { answerByModel } from "./answer/by-model.ts";
import { extractAnswer } from "./answer/extract.ts";
import { type Found, findEmails, type RunSearch, readEmails } from "./answer/find.ts";
import { knownNames } from "./known-names.ts";
import { searchByModel } from "./question/by-model.ts";
import { isSearch, queryOf, type Reading, readQuestion, readSearch } from "./question/read-question.ts";

/** Emails that are shown with an answer. */
const MOST_SHOWN = 10;

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
	let search: { reading: Reading; query?: ReturnType<typeof queryOf>; names?: ReadonlySet<string> };
	let engine = engineOf(null);
	if (q !== undefined && q.trim() !== "") {
		requireSearchable(q);
		const { query, ...reading } = readSearch(q, question);
		search = { reading, query };
	} else ({ engine, ...search } = await searchFor(ctx, asked));
	const { reading } = search;
	const found = await findEmails(ctx, { ownerId, account, ...search });
	const isCounted = reading.wanted === "count";
	const read = isCounted ? [] : await readEmails(ctx, ownerId, found.items);
	const names = search.names ?? new Set<string>();
	const options = { now: ctx.now(), zone: asked.zone, isKnown: (word: string) => names.has(word) };
	const sentences = extractAnswer(read, reading, options);
	const cited = new Set(sentences.flatMap(({ sources }) => sources));
	const shown = shownSearch(found, cited);
	yield { type: "search", q: shown.q, isWide: shown.isWide, engine };
	const items = found.items
		.filter(({ id }) => cited.has(id) || shown.ids.has(id))
		.toSorted((a, b) => Number(cited.has(b.id)) - Number(cited.has(a.id)))
		.slice(0, MOST_SHOWN);
	yield { type: "emails", items, total: shown.total, totalIsExact: shown.totalIsExact };
	const emails = items.flatMap(({ id }) => read.find(({ item }) => item.id === id) ?? []);
	if (emails.length > 0 && (await activeModel(ctx, ownerId)) !== null) {
		const written = yield* answerByModel(ctx, { ownerId, question, emails, signal });
		if (written !== null) {
			yield written;
			return;
		}
	}
	yield { type: "answer", sentences, dropped: 0, isComplete: true, engine: engineOf(null) };
}

/** The narrowest search that finds all that is cited, or anything where nothing is. */
function shownSearch({ searches }: Found, cited: ReadonlySet<string>): RunSearch {
	const fitting = searches.find(({ ids, total }) => total > 0 && [...cited].every((id) => ids.has(id)));
	return fitting ?? searches.find(({ total }) => total > 0) ?? (searches[0] as RunSearch);
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
		return { reading, names, engine: engineOf(reply?.model ?? null) };
	const { query, ...byModel } = readSearch(written, question);
	return {
		reading: { ...byModel, wanted: reading.wanted, amount: reading.amount, order: reading.order },
		...{ query, names },
		engine: engineOf(reply.model),
	};
}
