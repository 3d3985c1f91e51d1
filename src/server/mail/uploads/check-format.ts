import { kindConnectedBy } from "#shared/providers.ts";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { StoredFile } from "../provider/provider.ts";

/**
 * Checks a file's content before it is imported: its name and media type prove nothing.
 * @param remove called for a file that is not mail
 * @throws AppError 415 `not-a-mail-file` with a reason for the user
 */
export async function requireMailFile(
	ctx: Pick<MailContext, "providers">,
	file: StoredFile,
	{ isComplete, signal, remove }: { isComplete: boolean; signal: AbortSignal; remove: () => Promise<void> },
): Promise<void> {
	const reason = (await ctx.providers.get(kindConnectedBy("files"))?.inspectFile?.(file, isComplete, signal)) ?? null;
	if (reason === null) return;
	await remove();
	throw new AppError(415, "not-a-mail-file", reason);
}
