import type { MailContext } from "../context/context.ts";
import type { ChangePage, RemoteMessage } from "../provider/provider.ts";
import { type RetryPolicy, withRetry } from "../provider/retry.ts";
import type { ProviderSession } from "../provider/session.ts";
import { requireRoom } from "../storage/quota.ts";
import { MESSAGE_OVERHEAD } from "../storage/usage.ts";
import type { Incoming } from "../store/insert.ts";
import type { Content } from "../store/rows.ts";
import type { Attempt } from "./attempt.ts";
import type { LocalArchive } from "./local-archive.ts";
import { parseAndStore } from "./parse-and-store.ts";

/** A listed page, ready to store: new messages are parsed and their bytes are stored as blobs. */
export interface PreparedPage {
	page: Omit<ChangePage, "messages">;
	messages: Incoming[];
	vanished: number;
	/** Estimated storage size of its new messages. */
	newBytes: number;
	/** Database time before the page was requested. */
	listedAt: Date;
	/** A whole mailbox that a user waits for. */
	isSample?: true;
}

interface Raw {
	id: string;
	raw: Uint8Array;
}

/** Messages copied from an archive and parsed at a time. */
const COPIED_AT_ONCE = 25;
/** Raw bytes fetched and parsed at a time. */
export const FETCH_BYTES = 8 * 1024 * 1024;

/**
 * Parses messages that are not stored yet: whole ones, archived copies, or headers; fetches those listed without
 * content.
 * @throws AppError 409 `storage-quota` when the page alone does not fit; see `requireRoomFor`
 */
export async function preparePage(
	{ ctx, ownerId, accountId, session, retryPolicy, localArchive }: Attempt,
	listed: ChangePage,
	listedAt: Date,
): Promise<PreparedPage> {
	const { messages, ...page } = listed;
	const known = await knownIds(
		ctx,
		ownerId,
		accountId,
		messages.map(({ id }) => id),
	);
	const fresh = messages.filter((remote) => !known.has(remote.id));
	const newBytes = sizeOf(fresh);
	await requireRoomFor({ ctx, ownerId }, newBytes);
	const contents = new Map<string, Content>();
	const parse = async (raws: Raw[]): Promise<void> => {
		const bytes = raws.map(({ raw }) => raw);
		const items = await parseAndStore(ctx, accountId, bytes, retryPolicy.signal);
		raws.forEach(({ id }, i) => {
			contents.set(id, items[i] as Content);
		});
	};
	await parse(fresh.flatMap(({ id, raw }) => (raw === undefined ? [] : [{ id, raw }])));
	if (localArchive !== null) await copyFromArchive(localArchive, fresh, parse);
	await readHeaders(ctx, fresh, contents);
	const missing = fresh.filter(({ id }) => !contents.has(id)).map(({ id }) => id);
	if (missing.length > 0) await fetchAndParse(session, { ids: missing, contents }, parse, retryPolicy);
	const incoming: Incoming[] = [];
	for (const { raw: _, header: __, archiveKey: ___, ...remote } of messages) {
		const content = contents.get(remote.id) ?? null;
		if (content !== null || known.has(remote.id)) incoming.push({ remote, content });
	}
	return { page, messages: incoming, vanished: messages.length - incoming.length, newBytes, listedAt };
}

/**
 * Checks the storage quota for a page. Pages are prepared ahead of those being stored, so this is checked again once
 * all earlier pages are stored and counted.
 * @throws AppError 409 `storage-quota`
 */
export async function requireRoomFor({ ctx, ownerId }: Pick<Attempt, "ctx" | "ownerId">, bytes: number): Promise<void> {
	await requireRoom(ctx, ownerId, bytes, { resume: "Then sync the mailbox to resume." });
}

/** Estimated storage size of new messages. */
function sizeOf(fresh: readonly RemoteMessage[]): number {
	return fresh.reduce((sum, { sizeBytes, raw }) => sum + (sizeBytes ?? raw?.length ?? 0) + MESSAGE_OVERHEAD, 0);
}

/** Copies messages from an archive, with the archive's received date where the provider gave none. */
async function copyFromArchive(
	localArchive: LocalArchive,
	fresh: readonly RemoteMessage[],
	parse: (raws: Raw[]) => Promise<void>,
): Promise<void> {
	const wanted = fresh.filter(({ raw, archiveKey: key }) => raw === undefined && key !== undefined);
	for (let from = 0; from < wanted.length; from += COPIED_AT_ONCE) {
		const group = wanted.slice(from, from + COPIED_AT_ONCE);
		const copies = await localArchive.read(group.map(({ archiveKey: key = "" }) => key));
		await parse(
			group.flatMap((remote) => {
				const copy = copies.get(remote.archiveKey ?? "");
				if (copy === undefined) return [];
				remote.receivedAt ??= copy.receivedAt;
				return [{ id: remote.id, raw: copy.raw }];
			}),
		);
	}
}

async function readHeaders(
	ctx: Pick<MailContext, "parsePool">,
	fresh: readonly RemoteMessage[],
	contents: Map<string, Content>,
): Promise<void> {
	const ahead = fresh.flatMap(({ id, raw, header }) =>
		raw === undefined && header !== undefined ? [{ id, header }] : [],
	);
	if (ahead.length === 0) return;
	const read = await ctx.parsePool.parseHeaders(ahead.map(({ header }) => header));
	for (const [i, message] of read.entries()) contents.set(ahead[i]?.id ?? "", { message, lexemes: "", sha256: null });
}

/** An interrupted fetch resumes with what is still missing. */
async function fetchAndParse(
	session: () => Promise<ProviderSession>,
	{ ids, contents }: { ids: string[]; contents: ReadonlyMap<string, Content> },
	parse: (raws: Raw[]) => Promise<void>,
	retryPolicy: RetryPolicy,
): Promise<void> {
	await withRetry(retryPolicy, async () => {
		let waiting: Raw[] = [];
		let bytes = 0;
		const remaining = ids.filter((id) => !contents.has(id));
		for await (const message of (await session()).reader.fetchMessages(remaining, "full", retryPolicy.signal)) {
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

/** Which of these messages are stored, by provider id. */
export async function knownIds(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	accountId: string,
	ids: readonly string[],
): Promise<Set<string>> {
	if (ids.length === 0) return new Set();
	const rows = await ctx.database.query<{ provider_id: string }>(
		"select provider_id from emails where owner_id = $1 and account_id = $2 and provider_id = any($3::text[])",
		[ownerId, accountId, ids],
	);
	return new Set(rows.map((row) => row.provider_id));
}
