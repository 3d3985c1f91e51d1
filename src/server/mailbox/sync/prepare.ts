import type { Context } from "../../context.ts";
import { parseAndKeep } from "../parse/parse-and-keep.ts";
import type { ParsedItem } from "../parse/pool.ts";
import type { ChangePage, ProviderSession, RemoteMessage } from "../provider.ts";
import type { Incoming } from "../store/insert.ts";
import { type Patience, patiently } from "./patience.ts";

/** A listed page with everything that the store needs: new messages are parsed and their bytes are in the blobs. */
export interface PreparedPage {
	page: Omit<ChangePage, "messages">;
	messages: Incoming[];
	vanished: number;
}

/** Raw bytes fetched and parsed at a time. */
const FETCH_BYTES = 8 * 1024 * 1024;

/** Fetches what the page lacks, and parses what the store does not know yet. */
export async function preparePage(
	ctx: Pick<Context, "database" | "parsePool" | "blobs">,
	ownerId: string,
	accountId: string,
	session: ProviderSession,
	listed: ChangePage,
	patience: Patience,
): Promise<PreparedPage> {
	const { messages, ...page } = listed;
	const known = await knownIds(ctx, ownerId, accountId, messages);
	const fresh = messages.filter((remote) => !known.has(remote.id));
	const contents = new Map<string, ParsedItem>();
	const parse = async (raws: { id: string; raw: Uint8Array }[]): Promise<void> => {
		const bytes = raws.map(({ raw }) => raw);
		const items = await parseAndKeep(ctx, accountId, bytes, patience.signal);
		raws.forEach(({ id }, i) => {
			contents.set(id, items[i] as ParsedItem);
		});
	};
	await parse(fresh.flatMap(({ id, raw }) => (raw === undefined ? [] : [{ id, raw }])));
	const missing = fresh.filter(({ raw }) => raw === undefined).map(({ id }) => id);
	if (missing.length > 0) await fetchAndParse(session, missing, contents, parse, patience);
	const incoming: Incoming[] = [];
	for (const { raw: _, ...remote } of messages) {
		const content = contents.get(remote.id) ?? null;
		if (content !== null || known.has(remote.id)) incoming.push({ remote, content });
	}
	return { page, messages: incoming, vanished: messages.length - incoming.length };
}

/** A fetch that is cut short goes on with what is still missing. */
async function fetchAndParse(
	session: ProviderSession,
	ids: string[],
	contents: ReadonlyMap<string, ParsedItem>,
	parse: (raws: { id: string; raw: Uint8Array }[]) => Promise<void>,
	patience: Patience,
): Promise<void> {
	await patiently(patience, async () => {
		let waiting: { id: string; raw: Uint8Array }[] = [];
		let bytes = 0;
		const left = ids.filter((id) => !contents.has(id));
		for await (const message of session.fetchMessages(left, "full", patience.signal)) {
			waiting.push(message);
			bytes += message.raw.length;
			if (bytes < FETCH_BYTES) continue;
			await parse(waiting);
			waiting = [];
			bytes = 0;
		}
		await parse(waiting);
	});
}

async function knownIds(
	ctx: Pick<Context, "database">,
	ownerId: string,
	accountId: string,
	messages: readonly RemoteMessage[],
): Promise<Set<string>> {
	if (messages.length === 0) return new Set();
	const rows = await ctx.database.query<{ provider_id: string }>(
		"select provider_id from emails where owner_id = $1 and account_id = $2 and provider_id = any($3::text[])",
		[ownerId, accountId, messages.map((remote) => remote.id)],
	);
	return new Set(rows.map((row) => row.provider_id));
}
