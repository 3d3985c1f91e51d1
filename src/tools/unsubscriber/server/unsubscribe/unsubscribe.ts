import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { type Outcome, outcome } from "../attempts/outcome.ts";
import type { Reason } from "../attempts/reasons.ts";
import { type AttemptRequest, type AttemptRow, beginAttempt, endAttempt, queueNext } from "../attempts/store.ts";
import type { UnsubscribeMethod } from "../methods/methods.ts";
import { type Reach, reachOf, type UnsubscribeDeps } from "./reach.ts";
import { sendUnsubscribeMessage } from "./send-message.ts";
import { type Examined, verifyMethods } from "./verify.ts";

/** How long a request in flight may take once its job has to stop. */
const GRACE_MS = 5_000;

/** Outcomes that mean the request was certainly not accepted, so the next method is tried. */
const CERTAIN: readonly Reason[] = [
	...([
		"refused",
		"redirected",
		"too-many-redirects",
		"unreachable",
		"host-not-allowed",
		"bad-address",
		"not-sent",
	] as const),
];

/**
 * Tries to unsubscribe from one list, with a separate attempt for each method. When the signal aborts it stops at a clean
 * point: no further requests are sent, and those sent are recorded.
 * @returns whether any request was sent
 */
export async function unsubscribeFrom(
	ctx: MailContext,
	deps: UnsubscribeDeps,
	{ ownerId, first }: { ownerId: string; first: AttemptRow },
	signal: AbortSignal,
): Promise<boolean> {
	const reach = await reachOf(ctx, ownerId, first.account_id, deps);
	const examined = await verifyOrExplain(ctx, reach, ownerId, first);
	if (examined === null) return false;
	let row = first;
	let before: Outcome | null = null;
	for (const method of examined.methods) {
		signal.throwIfAborted();
		// What remains for the user is recorded with the methods that were tried.
		if (before !== null && (method.by !== "mailstead" || !CERTAIN.includes(before.reason))) break;
		if (before !== null) row = await queueNext(ctx.database, ownerId, row, ctx.now());
		const key = { ownerId, accountId: row.account_id, id: row.id };
		const request: AttemptRequest = { method: method.method, address: method.address, emailId: examined.emailId };
		if (method.by !== "mailstead") {
			await endAttempt(ctx.database, key, remainingMethods(method), { now: ctx.now(), request });
			return false;
		}
		if (!(await beginAttempt(ctx.database, key, request, ctx.now()))) return before !== null;
		before = await sendRequest(ctx, { reach, signal }, { ownerId, row }, { method, examined });
		await endAttempt(ctx.database, key, before, { now: ctx.now() });
		if (before.state === "requested" || before.state === "confirmed") return true;
	}
	return before !== null;
}

async function verifyOrExplain(
	ctx: MailContext,
	reach: Reach,
	ownerId: string,
	row: AttemptRow,
): Promise<Examined | null> {
	const key = { ownerId, accountId: row.account_id, id: row.id };
	try {
		return await verifyMethods(ctx, reach.dns, ownerId, { accountId: row.account_id, listKey: row.list_key });
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		const end = outcome("failed", "message-unavailable", { explanation: cause.message });
		await endAttempt(ctx.database, key, end, { now: ctx.now() });
		return null;
	}
}

function remainingMethods({ by, reason, explanation }: UnsubscribeMethod): Outcome {
	return outcome(by === "user" ? "needs_action" : "failed", reason ?? "no-method", { explanation });
}

async function sendRequest(
	ctx: MailContext,
	{ reach, signal }: { reach: Reach; signal: AbortSignal },
	{ ownerId, row }: { ownerId: string; row: AttemptRow },
	{ method, examined: { message: unsubscribeMessage, from } }: { method: UnsubscribeMethod; examined: Examined },
): Promise<Outcome> {
	const late = lateAbort(signal);
	try {
		if (method.method === "one_click") return await reach.postOneClick(method.address ?? "", late.signal);
		if (unsubscribeMessage === null || from === null) throw new Error("There is no message to send");
		const sentFrom = { ownerId, accountId: row.account_id, attemptId: row.id };
		return await sendUnsubscribeMessage(ctx, sentFrom, unsubscribeMessage, late.signal);
	} catch (cause) {
		if (late.signal.aborted) return outcome("requested", "response-lost");
		throw cause;
	} finally {
		late.end();
	}
}

/** Aborts some time after the other signal. */
function lateAbort(signal: AbortSignal): { signal: AbortSignal; end(): void } {
	const controller = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const start = (): void => {
		timer = setTimeout(() => controller.abort(signal.reason), GRACE_MS);
	};
	if (signal.aborted) start();
	else signal.addEventListener("abort", start, { once: true });
	return {
		signal: controller.signal,
		end() {
			clearTimeout(timer);
			signal.removeEventListener("abort", start);
		},
	};
}
