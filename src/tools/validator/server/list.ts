import { addressOf, mailboxKey, parseAddress } from "#kernel/addresses.ts";
import type { MailContext } from "#kernel/module.ts";
import { countUsage, returnUsage } from "#kernel/usage.ts";
import type { DetailedVerdict, StreamedVerdict } from "../contract.ts";
import { recordVerdicts } from "./store.ts";
import { createValidator, type Outcome } from "./validator.ts";

/** Addresses in progress at once. */
const CONCURRENCY = 100;
/** Verdicts per transaction. */
const CHUNK = 100;

/** Validates one address, and stores the verdict. @throws AppError 409 `plan-limit` */
export async function validateOne(
	ctx: MailContext,
	ownerId: string,
	email: string,
	signal: AbortSignal,
): Promise<DetailedVerdict> {
	for await (const verdict of validateList(ctx, ownerId, [email], signal)) return verdict;
	throw new Error("The list ended without a verdict");
}

/**
 * Validates a short list, and counts it as usage: yields each verdict as soon as it is known, and stores them. What is
 * not validated because the caller stops is not counted.
 * @param since mail servers are asked again where they answered before
 * @throws AppError 409 `plan-limit` when the plan does not allow all of them; none is validated then
 */
export async function* validateList(
	ctx: MailContext,
	ownerId: string,
	emails: readonly string[],
	signal: AbortSignal,
	since?: Date,
): AsyncGenerator<StreamedVerdict> {
	const at = ctx.now();
	await countUsage(ctx, ownerId, { counter: "emailsValidated", units: emails.length });
	yield* validateOrReturn(ctx, ownerId, emails, { signal, at, since });
}

/**
 * Validates a short list that was counted as usage before, as `validateList` does: what is not validated is returned.
 * @param options.at when it was counted, in epoch milliseconds
 */
export async function* validateOrReturn(
	ctx: MailContext,
	ownerId: string,
	emails: readonly string[],
	{ signal, at, since }: { signal: AbortSignal; at: number; since?: Date | undefined },
): AsyncGenerator<StreamedVerdict> {
	let validated = 0;
	try {
		for await (const verdict of validateCounted(ctx, ownerId, emails, { signal, since })) {
			validated++;
			yield verdict;
		}
	} finally {
		const units = emails.length - validated;
		if (units > 0) await returnUsage(ctx, ownerId, { counter: "emailsValidated", units, at });
	}
}

/** Validates a short list that was counted as usage before, whatever becomes of it. */
export async function* validateCounted(
	ctx: MailContext,
	ownerId: string,
	emails: readonly string[],
	{ signal, since }: { signal: AbortSignal; since?: Date | undefined },
): AsyncGenerator<StreamedVerdict> {
	const validator = await createValidator(ctx, ownerId, { since });
	const duplicates = duplicatesIn(emails);
	let unrecorded: Outcome[] = [];
	const record = async (): Promise<void> => {
		const outcomes = unrecorded;
		unrecorded = [];
		if (outcomes.length > 0) await recordVerdicts(ctx, ownerId, outcomes);
	};
	try {
		const run = async (email: string, position: number) => ({
			position,
			outcome: await validator.validate(email, signal),
		});
		for await (const { position, outcome } of unordered(emails, run)) {
			unrecorded.push(outcome);
			if (unrecorded.length >= CHUNK) await record();
			yield { ...outcome.verdict, position, duplicateOf: duplicates[position] ?? null };
		}
	} finally {
		await record();
	}
}

/** Position of the first address of the same mailbox, for each that is not the first. */
function duplicatesIn(emails: readonly string[]): (number | null)[] {
	const first = new Map<string, number>();
	return emails.map((entry, position) => {
		const email = addressOf(entry);
		const parsed = parseAddress(email);
		const key = typeof parsed === "string" ? email.toLowerCase() : mailboxKey(parsed);
		const before = first.get(key);
		if (before === undefined) first.set(key, position);
		return before ?? null;
	});
}

/** Results in the order in which they are ready, with a bounded number in progress. */
async function* unordered<T, R>(items: readonly T[], run: (item: T, index: number) => Promise<R>): AsyncGenerator<R> {
	const running = new Map<number, Promise<{ index: number; result: R }>>();
	let next = 0;
	const fill = (): void => {
		for (; running.size < CONCURRENCY && next < items.length; next++) {
			const index = next;
			running.set(
				index,
				run(items[index] as T, index).then((result) => ({ index, result })),
			);
		}
	};
	try {
		for (fill(); running.size > 0; fill()) {
			const { index, result } = await Promise.race(running.values());
			running.delete(index);
			yield result;
		}
	} finally {
		for (const rest of running.values()) rest.catch(() => undefined);
	}
}
