import { emailsContract } from "#shared/contracts/emails.ts";
import { implement } from "../platform/http/implement.ts";
import type { ServerModule } from "../platform/modules/module.ts";
import type { MailContext } from "./context/context.ts";
import { findLists, findListsJob } from "./lists/find-lists.ts";
import { attachmentReply, clearDecodedParts, rawReply } from "./messages/content.ts";
import { openEmail } from "./messages/open-email.ts";
import { remoteImageReply } from "./messages/remote-image.ts";
import { countPendingIndex } from "./search/pending-index.ts";
import { searchPlain } from "./search/plain.ts";
import { enqueueReindexing, reindexJob } from "./search/reindex.ts";
import { searchEmails } from "./search/search.ts";
import { listFolder, listThread } from "./store/list.ts";
import { vacuumIfIdle } from "./store/maintenance.ts";
import { recordReader } from "./store/readers.ts";
import { syncJob } from "./sync/job.ts";

/** Stored mail: lists, search, reading one message, and the jobs that sync it and process mail stored before. */
export const mailboxModule: ServerModule<MailContext> = {
	name: "mailbox",
	jobs: [syncJob, findListsJob, reindexJob],
	async maintain(ctx) {
		await clearDecodedParts(ctx);
		await findLists(ctx);
		await enqueueReindexing(ctx);
		await vacuumIfIdle(ctx.database);
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
					if (query.thread !== undefined) return listThread(database, ownerId, query.thread, options);
					const text = query.q?.trim() ?? "";
					if (text === "") return listFolder(database, ownerId, options);
					const page =
						query.mode === "plain"
							? await searchPlain(database, ownerId, { ...options, text, now: ctx.now() })
							: await searchEmails(database, ownerId, { ...options, query: text, now: ctx.now() });
					return { ...page, unsearched: await countPendingIndex(database, ownerId, options.accountId) };
				},
				getEmail({ caller, params }) {
					recordReader(database);
					return openEmail(ctx, caller.ownerId, params.id);
				},
				getRawEmail: ({ caller, params, query, request }) =>
					rawReply(ctx, caller.ownerId, params.id, query.download ?? false, request),
				getAttachment: ({ caller, params, query, request }) =>
					attachmentReply(
						ctx,
						caller.ownerId,
						params.id,
						{ index: params.index, inline: query.inline ?? false },
						request,
					),
				getRemoteImage: ({ caller, params, query, signal }) =>
					remoteImageReply(ctx, caller.ownerId, params.id, query.url, signal),
			}),
		];
	},
};
