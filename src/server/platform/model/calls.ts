import type { ModelCall } from "#shared/contracts/model.ts";
import { newId } from "#shared/ids.ts";
import type { Database } from "../../db/database.ts";
import { storable } from "../../db/storable.ts";
import { AppError, badCursor, notFound } from "../../errors.ts";
import type { ActiveModel } from "./active-model.ts";

/** Namespace of the advisory locks. */
const LOCK = 7_461_209;

/** Reserved of a day's limits while a call runs. */
export interface Reservation {
	inputTokens: number;
	outputTokens: number;
}

export interface Usage {
	tokens: number;
	dollars: number;
}

/** Millionths of a US dollar; null: no price is set. */
export function costOf({ inputPrice, outputPrice }: ActiveModel, used: Reservation): number | null {
	if (inputPrice === 0 && outputPrice === 0) return null;
	return Math.ceil(used.inputTokens * inputPrice + used.outputTokens * outputPrice);
}

/** What a user has used since midnight (UTC), calls that run included. */
export async function usageToday(
	database: Database,
	{ ownerId, isOwn, now }: { ownerId: string; isOwn: boolean; now: number },
): Promise<Usage> {
	const row = await database.one<{ tokens: string; micros: string }>(
		`select coalesce(sum(input_tokens + output_tokens), 0) as tokens, coalesce(sum(cost_micros), 0) as micros
		from model_calls where owner_id = $1 and is_own = $2 and started_at >= $3`,
		[ownerId, isOwn, midnight(now)],
	);
	return { tokens: Number(row?.tokens ?? 0), dollars: Number(row?.micros ?? 0) / 1e6 };
}

interface Start {
	ownerId: string;
	purpose: string;
	sent: string;
	now: number;
	reserved: Reservation;
}

/**
 * Records a call before anything is sent, and reserves what it may use.
 * @throws AppError 429 `model-limit` when the day's limit would be exceeded
 */
export async function startCall(database: Database, model: ActiveModel, start: Start): Promise<string> {
	const { ownerId, reserved, now } = start;
	const id = newId(now);
	const cost = costOf(model, reserved);
	await database.transaction(async () => {
		// Calls that start at the same time must see each other's reservations.
		await database.exec("select pg_advisory_xact_lock(hashtextextended($1, $2))", [ownerId, LOCK]);
		const used = await usageToday(database, { ownerId, isOwn: model.isOwn, now });
		const tokens = used.tokens + reserved.inputTokens + reserved.outputTokens;
		if (model.tokensPerDay > 0 && tokens > model.tokensPerDay) throw limitReached("tokens", model, now);
		if (model.dollarsPerDay > 0 && used.dollars + (cost ?? 0) / 1e6 > model.dollarsPerDay)
			throw limitReached("costs", model, now);
		await database.exec(
			`insert into model_calls (owner_id, id, purpose, model, host, is_own, state, sent, input_tokens, output_tokens,
				cost_micros, started_at)
			values ($1, $2, $3, $4, $5, $6, 'running', $7, $8, $9, $10, $11)`,
			[
				...[ownerId, id, start.purpose, model.model, model.host, model.isOwn, storable(start.sent)],
				...[reserved.inputTokens, reserved.outputTokens, cost, new Date(now)],
			],
		);
	});
	return id;
}

/** Records that an earlier answer was used: nothing was sent. */
export async function recordCached(
	database: Database,
	model: ActiveModel,
	{ ownerId, purpose, now }: Pick<Start, "ownerId" | "purpose" | "now">,
): Promise<void> {
	await database.exec(
		`insert into model_calls (owner_id, id, purpose, model, host, is_own, state, cost_micros, started_at, finished_at)
		values ($1, $2, $3, $4, $5, $6, 'cached', 0, $7, $7)`,
		[ownerId, newId(now), purpose, model.model, model.host, model.isOwn, new Date(now)],
	);
}

/** How a call ended. */
export interface End {
	state: Exclude<ModelCall["state"], "running">;
	errorCode: string | null;
	attempts: number;
	sentBytes: number;
	used: Reservation;
	received: string | null;
	now: number;
}

/** Replaces the reservation by what was used. */
export async function finishCall(
	database: Database,
	model: ActiveModel,
	{ ownerId, id }: { ownerId: string; id: string },
	end: End,
): Promise<void> {
	await database.exec(
		`update model_calls set state = $3, error_code = $4, attempts = $5, sent_bytes = $6, input_tokens = $7,
			output_tokens = $8, cost_micros = $9, received = $10, finished_at = $11
		where owner_id = $1 and id = $2`,
		[
			...[ownerId, id, end.state, end.errorCode, end.attempts, end.sentBytes, end.used.inputTokens],
			...[end.used.outputTokens, costOf(model, end.used), end.received && storable(end.received), new Date(end.now)],
		],
	);
}

interface Row extends Omit<ModelCall, "dollars" | "startedAt" | "finishedAt"> {
	micros: string | null;
	startedAt: Date;
	finishedAt: Date | null;
}

const COLUMNS = `id, purpose, model, host, state, error_code as "errorCode", attempts, sent_bytes as "sentBytes",
	input_tokens as "inputTokens", output_tokens as "outputTokens", cost_micros as micros, started_at as "startedAt",
	finished_at as "finishedAt"`;

function presentCall({ micros, startedAt, finishedAt, ...row }: Row): ModelCall {
	return {
		...row,
		dollars: micros === null ? null : Number(micros) / 1e6,
		startedAt: startedAt.toISOString(),
		finishedAt: finishedAt?.toISOString() ?? null,
	};
}

/** Calls, newest first. @throws AppError 400 `bad-cursor` */
export async function listCalls(
	database: Database,
	ownerId: string,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: ModelCall[]; nextCursor: string | null }> {
	const [, at, after] = cursor === undefined ? [] : (/^([\dT:.Z-]{24})\/([\da-f-]{36})$/.exec(cursor) ?? []);
	if (cursor !== undefined && (at === undefined || after === undefined)) throw badCursor();
	const rows = await database.query<Row>(
		`select ${COLUMNS} from model_calls
		where owner_id = $1 and ($2::timestamptz is null or (started_at, id) < ($2, $3::uuid))
		order by started_at desc, id desc limit $4`,
		[ownerId, at ?? null, after ?? null, limit + 1],
	);
	const items = rows.slice(0, limit).map(presentCall);
	const last = items.at(-1);
	const hasMore = rows.length > limit && last !== undefined;
	return { items, nextCursor: hasMore ? `${last.startedAt}/${last.id}` : null };
}

/** One call with its texts. @throws AppError 404 */
export async function getCall(
	database: Database,
	ownerId: string,
	id: string,
): Promise<ModelCall & { sent: string | null; received: string | null }> {
	const row = await database.one<Row & { sent: string | null; received: string | null }>(
		`select ${COLUMNS}, sent, received from model_calls where owner_id = $1 and id = $2`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The call");
	const { sent, received, ...rest } = row;
	return { ...presentCall(rest), sent, received };
}

/** Deletes what was sent and received, and cached answers. Sizes stay: they count towards the day's limits. */
export async function deleteTexts(database: Database, ownerId: string): Promise<void> {
	await database.transaction(async () => {
		await database.exec(
			"update model_calls set sent = null, received = null where owner_id = $1 and state <> 'running'",
			[ownerId],
		);
		await database.exec("delete from model_answers where owner_id = $1", [ownerId]);
	});
}

/** Texts and cached answers are kept for 30 days, records for a year. A crashed call counts as what it reserved. */
export async function expireCalls(database: Database, now: number): Promise<void> {
	const before = (days: number): Date => new Date(now - days * 86_400_000);
	await database.exec("delete from model_answers where created_at < $1", [before(30)]);
	await database.exec("delete from model_calls where started_at < $1", [before(365)]);
	await database.exec(
		"update model_calls set sent = null, received = null where started_at < $1 and (sent is not null or received is not null)",
		[before(30)],
	);
	await database.exec(
		"update model_calls set state = 'failed', error_code = 'model-interrupted', finished_at = $2 where state = 'running' and started_at < $1",
		[before(1), new Date(now)],
	);
}

function midnight(now: number): Date {
	return new Date(Math.floor(now / 86_400_000) * 86_400_000);
}

function limitReached(what: string, { isOwn }: ActiveModel, now: number): AppError {
	const seconds = Math.ceil((midnight(now).getTime() + 86_400_000 - now) / 1_000);
	const message = isOwn
		? `You have reached your daily limit of ${what}. Try again tomorrow, or change it in Settings, AI.`
		: `You have reached this server's daily limit of ${what} per user. Try again tomorrow, or set up your own model in Settings, AI.`;
	return new AppError(429, "model-limit", message, { headers: { "retry-after": String(seconds) } });
}
