import { AppError } from "#kernel/errors.ts";
import { fetchMissing, readStored, runOnMessage, type StoredEmail } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Task } from "#kernel/parse.ts";
import type { AnswerFacts } from "./references.task.ts";

const factsTask: Task<null, AnswerFacts> = { url: new URL("./references.task.ts", import.meta.url) };

/** The message that is answered or forwarded. @throws AppError 404 */
export async function readOriginal(ctx: MailContext, ownerId: string, id: string): Promise<StoredEmail> {
	return fetchMissing(ctx, ownerId, await readStored(ctx.database, ownerId, id));
}

/** In-Reply-To and References of an answer, without angle brackets. */
export async function threadOf(
	ctx: MailContext,
	ownerId: string,
	{ id, accountId, rawSha256, messageId, inReplyTo }: StoredEmail,
): Promise<{ inReplyTo: string | null; references: string[] }> {
	if (messageId === null) return { inReplyTo: null, references: [] };
	const before = await referencesOf(ctx, ownerId, { id, accountId, rawSha256 });
	const earlier = before ?? (inReplyTo === null ? [] : [inReplyTo]);
	return { inReplyTo: messageId, references: [...earlier.filter((one) => one !== messageId), messageId] };
}

/** Null: they cannot be read. */
async function factsOf(
	ctx: MailContext,
	ownerId: string,
	{ id, accountId, rawSha256 }: Pick<StoredEmail, "id" | "accountId" | "rawSha256">,
): Promise<AnswerFacts | null> {
	if (rawSha256 === null) return null;
	try {
		return await runOnMessage(ctx, ownerId, { id, accountId, rawSha256 }, { task: factsTask, input: null });
	} catch (cause) {
		if (cause instanceof AppError) return null;
		throw cause;
	}
}

/** Null: they cannot be read. The direct ancestor still links the answer. */
export async function referencesOf(
	ctx: MailContext,
	ownerId: string,
	message: Pick<StoredEmail, "id" | "accountId" | "rawSha256">,
): Promise<string[] | null> {
	return (await factsOf(ctx, ownerId, message))?.references ?? null;
}

/** The address that takes messages to the mailing list of a message; null: it came from none. */
export async function listAddressOf(
	ctx: MailContext,
	ownerId: string,
	message: Pick<StoredEmail, "id" | "accountId" | "rawSha256">,
): Promise<string | null> {
	return (await factsOf(ctx, ownerId, message))?.listPost ?? null;
}
