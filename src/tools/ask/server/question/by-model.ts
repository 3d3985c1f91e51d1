import { z } from "zod";
import { askModel, type ModelReply } from "#kernel/model.ts";
import type { MailContext } from "#kernel/module.ts";

const search = z.object({ search: z.string().max(500) });

const SYSTEM = `You turn a question about a mailbox into a search. Operators: from:name, to:name, from:<exact@address>, subject:word, filename:word, has:attachment, larger:5M, smaller:500k, before:2026-03-31, after:2026-03-31, is:unread, is:starred, is:important, -is:answered, in:inbox, in:sent, in:"Folder name", category:promotions|social|updates|forums|primary, is:list. Words match anywhere and by their beginning, "a phrase", OR, -word, parentheses. Use few words that emails about it surely have; leave out question words. You get the search that rules made: improve it only where it misses something.`;

interface Asked {
	ownerId: string;
	question: string;
	/** The search by rules. */
	proposal: string;
	/** Epoch milliseconds. */
	today: number;
	signal: AbortSignal;
}

/** The search that the user's model makes of a question; it gets no mail. Null: there is no model. @throws as `askModel` */
export function searchByModel(
	ctx: MailContext,
	{ ownerId, question, proposal, today, signal }: Asked,
): Promise<ModelReply<z.output<typeof search>> | null> {
	const prompt = JSON.stringify({
		today: new Date(today).toISOString().slice(0, 10),
		question,
		searchByRules: proposal,
	});
	return askModel(ctx, {
		ownerId,
		purpose: "ask-search",
		system: SYSTEM,
		prompt,
		schema: search,
		maxOutputTokens: 200,
		signal,
	});
}
