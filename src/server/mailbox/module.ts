import { emailsContract } from "#shared/contracts/emails.ts";
import type { Context } from "../context.ts";
import { addressRules } from "../dns/dns.ts";
import { createGuardedFetch } from "../http/guarded-fetch.ts";
import { implement } from "../http/implement.ts";
import type { ServerModule } from "../module.ts";
import { findLists, findListsJob } from "./lists/find-lists.ts";
import { searchPlain } from "./search/plain.ts";
import { searchEmails } from "./search/search.ts";
import { countUnsearched } from "./search/unsearched.ts";
import { attachmentReply, clearDecodedParts, rawReply } from "./store/content.ts";
import { listFolder, listThread } from "./store/list.ts";
import { openEmail } from "./store/open-email.ts";
import { noteReader } from "./store/readers.ts";
import { remoteImageReply } from "./store/remote-image.ts";
import { syncJob } from "./sync/job.ts";

/** Stored mail: lists, search, one message, and the jobs that bring it in and look through what was here before. */
export const mailboxModule: ServerModule = {
	name: "mailbox",
	jobs: [syncJob, findListsJob],
	async tidy(ctx) {
		await clearDecodedParts(ctx);
		await findLists(ctx);
	},
	routes(ctx: Context) {
		const { database } = ctx;
		const fetchGuarded = createGuardedFetch(addressRules(ctx.config));
		return [
			implement(emailsContract, {
				async listEmails({ caller, query }) {
					noteReader(database);
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
					return { ...page, unsearched: await countUnsearched(database, ownerId, options.accountId) };
				},
				getEmail({ caller, params }) {
					noteReader(database);
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
					remoteImageReply(ctx, fetchGuarded, caller.ownerId, params.id, query.url, signal),
			}),
		];
	},
};
