import type { z } from "zod";
import { badCursor } from "#kernel/errors.ts";
import { accountsOf } from "#kernel/mail.ts";
import { csvReply, type MailContext } from "#kernel/module.ts";
import { brand } from "#shared/brand.ts";
import type { Attempt, unsubscriberContract } from "../../contract.ts";
import { readSubscriptionId } from "../subscription-id.ts";
import { csvLine, HEAD } from "./csv.ts";
import { listAttemptRows, presentAttempt } from "./store.ts";

type Spec = (typeof unsubscriberContract)["listAttempts"];

/** Rows per statement during export. */
const CHUNK = 500;

/** The attempt log, newest first. @throws AppError 400 `bad-cursor` */
export async function listAttempts(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	query: z.output<Spec["query"]>,
): Promise<z.input<Spec["reply"]>> {
	const one = query.subscription === undefined ? null : readSubscriptionId(query.subscription);
	if (query.cursor !== undefined && !/^\d{1,15}$/.test(query.cursor)) throw badCursor();
	const rows = await listAttemptRows(database, ownerId, {
		accountIds: await accountsOf(database, ownerId, one?.accountId ?? query.account ?? null),
		listKey: one?.listKey ?? null,
		state: query.state ?? null,
		before: query.cursor === undefined ? null : Number(query.cursor),
		limit: query.limit + 1,
	});
	const shown = rows.slice(0, query.limit);
	return {
		items: shown.map(presentAttempt),
		nextCursor: rows.length > query.limit ? String(shown.at(-1)?.position) : null,
	};
}

/** The whole attempt log, newest first, read in pages as the client reads. */
export async function* streamAttempts(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	accountId: string | null,
	signal?: AbortSignal,
	limit = CHUNK,
): AsyncGenerator<Attempt> {
	const filter = { accountIds: await accountsOf(database, ownerId, accountId), listKey: null, state: null };
	let before: number | null = null;
	for (;;) {
		signal?.throwIfAborted();
		const rows = await listAttemptRows(database, ownerId, { ...filter, limit, before });
		for (const row of rows) yield presentAttempt(row);
		before = rows.at(-1)?.position ?? null;
		if (rows.length < limit) return;
	}
}

/** The whole attempt log as CSV. */
export function attemptsCsv(ctx: MailContext, ownerId: string, accountId: string | null): Response {
	async function* lines(): AsyncGenerator<string> {
		yield HEAD;
		for await (const attempt of streamAttempts(ctx, ownerId, accountId)) yield csvLine(attempt);
	}
	const name = `${brand.slug}-unsubscribed-${new Date(ctx.now()).toISOString().slice(0, 10)}`;
	return csvReply(name, lines());
}
