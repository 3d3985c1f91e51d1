import type { z } from "zod";
import { badCursor } from "#server/errors.ts";
import type { MailContext } from "#server/mail/context/context.ts";
import { accountsOf } from "#server/mail/store/accounts.ts";
import { brand } from "#shared/brand.ts";
import type { unsubscriberContract } from "../../contract.ts";
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
	asked: z.output<Spec["query"]>,
): Promise<z.input<Spec["reply"]>> {
	const one = asked.subscription === undefined ? null : readSubscriptionId(asked.subscription);
	if (asked.cursor !== undefined && !/^\d{1,15}$/.test(asked.cursor)) throw badCursor();
	const rows = await listAttemptRows(database, ownerId, {
		accountIds: await accountsOf(database, ownerId, one?.accountId ?? asked.account ?? null),
		listKey: one?.listKey ?? null,
		state: asked.state ?? null,
		before: asked.cursor === undefined ? null : Number(asked.cursor),
		limit: asked.limit + 1,
	});
	const shown = rows.slice(0, asked.limit);
	return {
		items: shown.map(presentAttempt),
		nextCursor: rows.length > asked.limit ? String(shown.at(-1)?.position) : null,
	};
}

/** The whole attempt log as CSV, read in pages while it is streamed. */
export async function attemptsCsv(ctx: MailContext, ownerId: string, accountId: string | null): Promise<Response> {
	const accountIds = await accountsOf(ctx.database, ownerId, accountId);
	const filter = { accountIds, listKey: null, state: null, limit: CHUNK };
	let before: number | null = null;
	const file = new ReadableStream<Uint8Array>({
		start: (controller) => controller.enqueue(Buffer.from(HEAD)),
		async pull(controller) {
			const rows = await listAttemptRows(ctx.database, ownerId, { ...filter, before });
			before = rows.at(-1)?.position ?? null;
			if (rows.length > 0) controller.enqueue(Buffer.from(rows.map(presentAttempt).map(csvLine).join("")));
			if (rows.length < CHUNK) controller.close();
		},
	});
	const name = `${brand.slug}-unsubscribed-${new Date(ctx.now()).toISOString().slice(0, 10)}.csv`;
	return new Response(file, {
		headers: {
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": `attachment; filename="${name}"`,
			"cache-control": "no-store",
		},
	});
}
