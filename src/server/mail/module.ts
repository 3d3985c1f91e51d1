import { type EmailItem, emailsContract } from "#shared/contracts/emails.ts";
import { readingSettings, searchSettings } from "#shared/contracts/settings.ts";
import { implement } from "../platform/http/implement.ts";
import type { ServerModule } from "../platform/modules/module.ts";
import type { MailContext } from "./context/context.ts";
import { findLists, findListsJob } from "./lists/find-lists.ts";
import { attachmentReply, clearDecodedParts, rawReply } from "./messages/content.ts";
import { openEmail } from "./messages/open-email.ts";
import { remoteImageReply } from "./messages/remote-image.ts";
import { enqueueRecounts, recountJob } from "./rollups/recount.ts";
import { attachmentTextJob, enqueueAllAttachmentTexts } from "./search/attachment-texts.ts";
import { listConversationMessages } from "./search/conversation-messages.ts";
import { searchConversations } from "./search/conversations.ts";
import { didYouMean } from "./search/did-you-mean.ts";
import { withFoundFiles } from "./search/found-in.ts";
import { countPendingIndex } from "./search/pending-index.ts";
import { searchPlain } from "./search/plain.ts";
import { enqueueReindexing, reindexJob } from "./search/reindex.ts";
import { searchByRelevance } from "./search/relevance.ts";
import { searchEmails } from "./search/search.ts";
import { attachTexts, maintainIndex } from "./search/text-source.ts";
import { vacuumIfIdle } from "./store/maintenance.ts";
import { listConversations } from "./store/read/conversations.ts";
import { type ListOptions, listFolder, listThread } from "./store/read/list.ts";
import { recordReader } from "./store/readers.ts";
import { syncJob } from "./sync/job.ts";

/** Stored mail: lists, search, reading one message, and the jobs that sync it and process mail stored before. */
export const mailModule: ServerModule<MailContext> = {
	name: "mailbox",
	settings: [readingSettings, searchSettings],
	jobs: [syncJob, findListsJob, reindexJob, recountJob, attachmentTextJob],
	async maintain(ctx) {
		await clearDecodedParts(ctx);
		await findLists(ctx);
		await enqueueReindexing(ctx);
		await enqueueRecounts(ctx);
		await enqueueAllAttachmentTexts(ctx);
		await maintainIndex(ctx.database);
		await vacuumIfIdle(ctx.database);
	},
	async start(ctx) {
		attachTexts(ctx);
	},
	routes(ctx: MailContext) {
		const { database } = ctx;
		return [
			implement(emailsContract, {
				async listEmails({ caller, query }) {
					recordReader(database);
					const { ownerId } = caller;
					const options = {
						accountId: query.account ?? null,
						folder: query.folder ?? null,
						limit: query.limit,
						cursor: query.cursor,
					};
					if (query.thread !== undefined)
						return listThread(database, ownerId, query.thread, { ...options, from: query.from });
					const text = query.q?.trim() ?? "";
					if (text === "") return listFolder(database, ownerId, options);
					const now = ctx.now();
					if (query.mode === "plain") {
						const page = await searchPlain(database, ownerId, { ...options, text, now });
						return withUnsearched(ctx, ownerId, options.accountId, page);
					}
					const search = query.sort === "relevance" ? searchByRelevance : searchEmails;
					const page = await search(database, ownerId, { ...options, query: text, now });
					return withHelp(ctx, ownerId, { ...options, query: text, now }, page);
				},
				async listConversations({ caller, query }) {
					recordReader(database);
					const { ownerId } = caller;
					const options = {
						accountId: query.account ?? null,
						folder: query.folder ?? null,
						limit: query.limit,
						cursor: query.cursor,
					};
					const text = query.q?.trim() ?? "";
					if (text === "") return listConversations(database, ownerId, options);
					const search = { ...options, query: text, now: ctx.now() };
					return withHelp(ctx, ownerId, search, await searchConversations(database, ownerId, search));
				},
				listConversationMessages({ caller, params, query }) {
					recordReader(database);
					return listConversationMessages(database, caller.ownerId, params.id, {
						...{ accountId: query.account ?? null, folder: query.folder ?? null, query: query.q?.trim() ?? "" },
						...{ limit: query.limit, cursor: query.cursor, now: ctx.now() },
					});
				},
				getEmail({ caller, params }) {
					recordReader(database);
					return openEmail(ctx, caller.ownerId, params.id);
				},
				getRawEmail: ({ caller, params, query, request }) =>
					rawReply(ctx, { ownerId: caller.ownerId, id: params.id }, query.download ?? false, request),
				getAttachment: ({ caller, params, query, request }) =>
					attachmentReply(
						ctx,
						{ ownerId: caller.ownerId, id: params.id },
						{ index: params.index, inline: query.inline ?? false },
						request,
					),
				getRemoteImage: ({ caller, params, query, signal }) =>
					remoteImageReply(ctx, { ownerId: caller.ownerId, id: params.id }, query.url, signal),
			}),
		];
	},
};

/**
 * Says in which attachments a search found words, what it could not see, and where it found nothing, what the user may
 * have meant.
 */
async function withHelp<P extends { items: EmailItem[]; total: number; unsearched: number; didYouMean: string | null }>(
	ctx: MailContext,
	ownerId: string,
	search: ListOptions & { query: string; now: number },
	page: P,
): Promise<P> {
	const items = await withFoundFiles(ctx.database, ownerId, search.query, page.items);
	const found = await withUnsearched(ctx, ownerId, search.accountId, { ...page, items });
	if (page.total > 0 || search.cursor !== undefined) return found;
	return { ...found, didYouMean: await didYouMean(ctx.database, ownerId, search) };
}

/** The index may have caught up since the search. */
async function withUnsearched<P extends { unsearched: number }>(
	{ database }: MailContext,
	ownerId: string,
	accountId: string | null,
	page: P,
): Promise<P> {
	return { ...page, unsearched: Math.max(page.unsearched, await countPendingIndex(database, ownerId, accountId)) };
}
