import type { MailContext } from "../context/context.ts";
import type { ParsedItem } from "../parse/pool/pool.ts";

/**
 * Parses raw messages of an account and stores their bytes. When it returns, the blobs are durable, so rows may refer
 * to them and no message is acknowledged without its blob.
 * @returns items in the order of the messages
 */
export async function parseAndStore(
	ctx: Pick<MailContext, "parsePool" | "blobs">,
	accountId: string,
	raws: readonly Uint8Array[],
	signal?: AbortSignal,
): Promise<ParsedItem[]> {
	const items = await ctx.parsePool.parse(raws, { blobDir: ctx.blobs.folder(accountId) });
	await ctx.blobs.makeDurable(
		accountId,
		items.map(({ sha256 }) => sha256),
		signal,
	);
	return items;
}
