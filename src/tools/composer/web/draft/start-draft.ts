import type { QueryClient } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { selectedAccount } from "#web/lib/mailbox/accounts.ts";
import type { ComposeRequest } from "#web/lib/passing/compose.ts";
import { textToHtml } from "#web/lib/rich-text/text-to-html.ts";
import { composer, sendersQuery, settingsQuery } from "../base/api.ts";
import { openComposer } from "./open-composers.ts";
import { quoteOf } from "./quote.ts";
import { withSignature } from "./signature.ts";
import { adoptUnsaved, currentUserId, type LoadedDraft, recoverUnsaved } from "./unsaved-drafts.ts";

/**
 * Loads a draft, after what an earlier visit could not save is saved. What the draft does not take, because it was changed
 * elsewhere meanwhile, opens next to it.
 */
export async function loadDraft(client: QueryClient, id: string): Promise<LoadedDraft> {
	const userId = currentUserId(client);
	for (const separate of await recoverUnsaved(userId, id))
		openComposer({ draftId: separate.id, draft: separate, note: "kept" });
	const draft = await composer.getDraft({ params: { id } });
	// What is too long to be saved is there to be shortened.
	const unsaved = adoptUnsaved(userId, id);
	return unsaved === null ? draft : { ...draft, unsaved };
}

/** Creates the draft that a request asks for, with signature and quoted message, or loads the one to continue. */
export async function startDraft(client: QueryClient, request: ComposeRequest): Promise<LoadedDraft> {
	if (request.kind === "draft") return loadDraft(client, request.draftId);
	if (request.kind === "mailbox_draft") return composer.openMailboxDraft({ body: { emailId: request.emailId } });
	const [{ format }, senders, email, selected] = await Promise.all([
		client.fetchQuery(settingsQuery),
		client.fetchQuery(sendersQuery),
		request.kind === "new" ? null : api.getEmail({ params: { id: request.emailId } }),
		request.kind === "new" ? selectedAccount(client) : null,
	]);
	const isRich = format === "rich";
	const quote = email && quoteOf(request.kind, email);
	const given =
		request.kind === "new"
			? {
					...{ to: request.to ?? [], cc: request.cc ?? [], bcc: request.bcc ?? [], subject: request.subject ?? "" },
					...(selected && { accountId: selected.id }),
				}
			: { emailId: request.emailId, ...(request.replyTo && { replyTo: request.replyTo }) };
	const own = request.text ?? "";
	const draft = await composer.createDraft({
		body: { kind: request.kind, ...given, quote: quote && (isRich ? quote : { ...quote, html: null }) },
	});
	const signature = senders.find(({ accountId }) => accountId === draft.accountId)?.signature ?? "";
	const content = withSignature({ html: isRich ? textToHtml(own) : null, text: own }, signature);
	const { version } = await composer.updateDraft({
		params: { id: draft.id },
		body: { ...content, version: draft.version },
	});
	return { ...draft, ...content, version };
}
