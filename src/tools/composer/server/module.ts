import { disposition } from "#kernel/messages.ts";
import { implement, type MailContext, type ServerModule } from "#kernel/module.ts";
import type { ScheduledTask } from "#kernel/schedule.ts";
import { readSettings, updateSettings } from "#kernel/settings.ts";
import { newId } from "#shared/ids.ts";
import { composerContract } from "../contract.ts";
import { composerSettings, senderSettings } from "../settings.ts";
import { tool } from "../tool.ts";
import { attachFile, openFile, presentAttachment, readAttachment, removeAttachment } from "./attachments.ts";
import { copyDraft } from "./copy-draft.ts";
import { createDraft, discardDraft, maintainDrafts, restoreDraft, saveDraft } from "./drafts.ts";
import { finishSent } from "./finish.ts";
import { listMailboxDrafts } from "./list-mailbox-drafts.ts";
import { newContentId } from "./message.ts";
import { openMailboxDraft } from "./open-mailbox-draft.ts";
import { presentDraft, presentDrafts, presentOutbox } from "./present.ts";
import { copyTask, requestCopyOfFiles } from "./provider-copy.ts";
import { reopenDraft, sendDraft, sendTask } from "./send-draft.ts";
import { changeSender, presentSenders } from "./senders.ts";
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from "./templates.ts";

/** Types that an `img` element shows; other files are downloaded. */
const IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);

/** Writing mail: drafts, their attachments, sending them. */
export const composerModule: ServerModule<MailContext> = {
	name: tool.id,
	settings: [composerSettings, senderSettings],
	schedules: [sendTask as ScheduledTask<MailContext>, copyTask as ScheduledTask<MailContext>],
	subscriptions: [finishSent],
	maintain: maintainDrafts,
	routes: (ctx) => [
		implement(composerContract, {
			listDrafts: ({ caller, query }) => presentDrafts(ctx, caller.ownerId, query),
			getOutbox: ({ caller }) => presentOutbox(ctx, caller.ownerId),
			async createDraft({ caller: { ownerId }, body }) {
				return presentDraft(ctx, { ownerId, id: await createDraft(ctx, ownerId, body) });
			},
			listMailboxDrafts: ({ caller, query }) => listMailboxDrafts(ctx, caller.ownerId, query),
			async openMailboxDraft({ caller: { ownerId }, body }) {
				return presentDraft(ctx, { ownerId, id: await openMailboxDraft(ctx, ownerId, body.emailId) });
			},
			getDraft: ({ caller: { ownerId }, params: { id } }) => presentDraft(ctx, { ownerId, id }),
			updateDraft: ({ caller: { ownerId }, params: { id }, body }) => saveDraft(ctx, { ownerId, id }, body),
			async copyDraft({ caller: { ownerId }, params: { id }, body }) {
				return presentDraft(ctx, { ownerId, id: await copyDraft(ctx, { ownerId, id }, body) });
			},
			listTemplates: async ({ caller }) => ({ items: await listTemplates(ctx.database, caller.ownerId) }),
			createTemplate: ({ caller, body }) => createTemplate(ctx, caller.ownerId, body),
			updateTemplate: ({ caller: { ownerId }, params: { id }, body }) => updateTemplate(ctx, { ownerId, id }, body),
			async deleteTemplate({ caller, params }) {
				await deleteTemplate(ctx.database, caller.ownerId, params.id);
				return undefined;
			},
			async discardDraft({ caller: { ownerId }, params: { id } }) {
				await discardDraft(ctx, { ownerId, id });
				return undefined;
			},
			async restoreDraft({ caller: { ownerId }, params: { id } }) {
				await restoreDraft(ctx, { ownerId, id });
				return presentDraft(ctx, { ownerId, id });
			},
			async sendDraft({ caller: { ownerId, name: userName }, params: { id }, body }) {
				await sendDraft(ctx, { ownerId, id }, { ...body, userName });
				return presentDraft(ctx, { ownerId, id });
			},
			async reopenDraft({ caller: { ownerId }, params: { id } }) {
				await reopenDraft(ctx, { ownerId, id });
				return presentDraft(ctx, { ownerId, id });
			},
			async addAttachment({ caller: { ownerId }, params: { id }, query, request, signal }) {
				const { filename, contentType = "application/octet-stream", inline } = query;
				const contentId = inline ? newContentId(newId(ctx.now())) : null;
				const file = { filename, contentType, contentId, body: request.body, signal };
				const row = await attachFile(ctx, { ownerId, id }, file);
				await requestCopyOfFiles(ctx, { ownerId, id });
				return presentAttachment(row);
			},
			async getDraftAttachment({ caller: { ownerId }, params: { id, position } }) {
				const row = await readAttachment(ctx, { ownerId, id }, position);
				const isImage = IMAGES.has(row.content_type.toLowerCase());
				return new Response(await openFile(ctx, row), {
					headers: {
						"content-type": isImage ? row.content_type : "application/octet-stream",
						"content-disposition": disposition(isImage ? "inline" : "attachment", row.filename),
						"content-length": String(row.size_bytes),
						"cache-control": "private, no-store",
					},
				});
			},
			async removeAttachment({ caller: { ownerId }, params: { id, position } }) {
				await removeAttachment(ctx, { ownerId, id }, position);
				await requestCopyOfFiles(ctx, { ownerId, id });
				return undefined;
			},
			getComposerSettings: ({ caller: { ownerId } }) => readSettings(ctx.database, { ownerId }, composerSettings),
			updateComposerSettings: ({ caller: { ownerId }, body }) =>
				updateSettings(ctx.database, { ownerId }, composerSettings, body),
			listSenders: async ({ caller }) => ({ items: await presentSenders(ctx, caller.ownerId) }),
			updateSender: ({ caller: { ownerId }, params: { id }, body }) => changeSender(ctx, { ownerId, id }, body),
		}),
	],
};
