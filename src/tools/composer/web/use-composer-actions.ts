import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Editor } from "@tiptap/react";
import { useCallback, useEffect, useState } from "react";
import { inboxLink } from "#web/lib/links.ts";
import { confirm } from "#web/ui/confirm.ts";
import { toast } from "#web/ui/toast.ts";
import type { Draft } from "../contract.ts";
import { composer, draftKeys, draftQueryKey, sendersQuery } from "./api.ts";
import { closeComposer, openComposer } from "./open-composers.ts";
import { followSending } from "./sending.ts";
import { signatureText } from "./signature.ts";
import { t } from "./text.ts";
import { currentUserId, keepUnsaved, saveSeparately } from "./unsaved-drafts.ts";
import type { useAttachments } from "./use-attachments.ts";
import { useContentActions } from "./use-content-actions.ts";
import type { EditedDraft } from "./use-draft.ts";

interface Options {
	draft: Draft;
	edited: EditedDraft;
	attachments: ReturnType<typeof useAttachments>;
	/** Null: it is still loading, or the message is plain text. */
	editor: Editor | null;
}

/** What a composer's buttons and keys do. */
export function useComposerActions({ draft, edited, attachments, editor }: Options) {
	const { id } = draft;
	const { current, saver } = edited;
	const client = useQueryClient();
	const navigate = useNavigate();
	const [error, setError] = useState<string | null>(null);
	const [isProblemHidden, setIsProblemHidden] = useState(false);
	const [isSending, setIsSending] = useState(false);
	const refreshList = () => void client.invalidateQueries({ queryKey: draftKeys.all });
	const openSent = () => void navigate({ ...inboxLink, search: { folder: "sent" } });
	const contentActions = useContentActions(edited, editor);
	const saveAsOwn = useSeparateDraft(id, edited);

	const send = async (sendAt?: Date) => {
		if (isSending) return;
		if (attachments.uploads.length > 0) return setError(t.sending.stillUploading);
		if (!(await confirmOddities(current(), attachments.files.length))) return;
		setIsSending(true);
		setError(null);
		setIsProblemHidden(true);
		try {
			if (!(await saver.flush())) throw new Error(t.sending.notSaved);
			const body = { version: saver.version(), ...(sendAt && { sendAt: sendAt.toISOString() }) };
			const sent = await composer.sendDraft({ params: { id }, body });
			closeComposer(id);
			followSending(client, sent, { openSent });
		} catch (cause) {
			setError((cause as Error).message);
		} finally {
			setIsSending(false);
		}
	};

	const discard = async () => {
		saver.stop();
		closeComposer(id);
		try {
			await composer.discardDraft({ params: { id } });
			toast({ title: t.window.discarded, undo: () => restore() });
		} catch (cause) {
			toast({ title: t.window.couldntDiscard, description: (cause as Error).message, tone: "destructive" });
		}
		refreshList();
	};
	const restore = async () => {
		const restored = await composer.restoreDraft({ params: { id } });
		openComposer({ draftId: id, draft: restored });
		refreshList();
	};

	const close = async () => {
		const files = attachments.files.length + attachments.uploads.length;
		const isEmpty = files === 0 && (await isUnwritten(draft, current(), client));
		if (isEmpty) {
			saver.stop();
			closeComposer(id);
			await composer.discardDraft({ params: { id } }).catch(() => undefined);
		} else if (await saver.flush()) closeComposer(id);
		else setError(t.sending.notSaved);
		refreshList();
	};

	return {
		error,
		isProblemHidden,
		isSending,
		...contentActions,
		saveAsOwn,
		send,
		discard,
		close,
		hideProblem() {
			setError(null);
			setIsProblemHidden(true);
		},
	};
}

export type ComposerActions = ReturnType<typeof useComposerActions>;

/** Asks about what is usually a slip. @returns whether to send */
async function confirmOddities({ subject, text }: { subject: string; text: string }, files: number): Promise<boolean> {
	const own = text.split(/\n-- \n/)[0] ?? "";
	if (files === 0 && t.sending.attachmentWords.test(own))
		return confirm({
			title: t.sending.noAttachment,
			description: t.sending.noAttachmentDescription,
			confirm: t.sending.sendAnyway,
		});
	if (subject.trim() === "") return confirm({ title: t.sending.noSubject, confirm: t.sending.sendAnyway });
	return true;
}

/** Nothing was written: only what the composer put there. */
async function isUnwritten(
	draft: Draft,
	content: ReturnType<EditedDraft["current"]>,
	client: QueryClient,
): Promise<boolean> {
	const { text, to, cc, bcc, subject, accountId } = content;
	const isNew = draft.kind === "new";
	if (isNew && (to.length + cc.length + bcc.length > 0 || subject.trim() !== "")) return false;
	const senders = await client.fetchQuery(sendersQuery).catch(() => []);
	const signature = signatureText(senders.find((one) => one.accountId === accountId)?.signature ?? "");
	return (
		text
			.replace(/^-- ?$/m, "")
			.replace(signature, "")
			.trim() === ""
	);
}

/**
 * When another window changed, sent or discarded the draft, what was written here becomes a draft of its own. Both are
 * kept, and both are shown.
 * @returns tries it again, after it failed
 */
function useSeparateDraft(id: string, { status, current, saver }: EditedDraft): () => Promise<void> {
	const client = useQueryClient();
	const separate = useCallback(async () => {
		let written = current();
		let own = await saveSeparately(id, written);
		// What was typed meanwhile.
		while (own !== null && written !== current()) {
			written = current();
			const { version } = await composer.updateDraft({ params: { id: own.id }, body: written });
			own = { ...own, ...written, version };
		}
		saver.stop();
		keepUnsaved(currentUserId(client), id, null);
		closeComposer(id);
		client.removeQueries({ queryKey: draftQueryKey(id) });
		const other = await composer.getDraft({ params: { id } }).catch(() => null);
		const isOpen = other?.state === "editing";
		// The old window must be gone before.
		setTimeout(() => {
			if (other !== null && isOpen) openComposer({ draftId: id, draft: other });
			if (own !== null) openComposer({ draftId: own.id, draft: own, note: isOpen ? "kept" : "kept-after-sending" });
		});
		void client.invalidateQueries({ queryKey: draftKeys.all });
	}, [client, current, id, saver]);
	useEffect(() => {
		// It stays here, and on this device, when the server cannot be reached.
		if (status === "conflict") void separate().catch(() => undefined);
	}, [status, separate]);
	return separate;
}
