import type { Database } from "../../db/database.ts";
import type { MailContext } from "../context/context.ts";
import { storedTexts } from "../text-index/content.ts";
import { ftsIndexOf } from "../text-index/fts-index.ts";

/** Lets the index of the embedded database read stored messages, and opens it, which continues what was interrupted. */
export function attachTexts(ctx: Pick<MailContext, "database" | "blobs" | "parsePool" | "log">): void {
	if (ctx.database.embedded) ftsIndexOf(ctx.database).attach(storedTexts(ctx), ctx.log);
}

/** Merges what changes left in the index of the embedded database. */
export async function maintainIndex(database: Database): Promise<void> {
	if (database.embedded) await ftsIndexOf(database).maintain();
}
