import { useQueryClient } from "@tanstack/react-query";
import type { Editor } from "@tiptap/react";
import { useEffect, useState } from "react";
import { toast } from "#web/ui/toast/toast.ts";
import type { Draft } from "../../contract.ts";
import type { useAttachments } from "../attachments/use-attachments.ts";
import { composer, draftKeys, sendersQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import { discardWithUndo } from "../draft/discarding.ts";
import type { Unsaved } from "../draft/draft-saver.ts";
import { closeComposer, onDiscard, openComposer } from "../draft/open-composers.ts";
import { loadDraft } from "../draft/start-draft.ts";
import { currentUserId, keepUnsaved } from "../draft/unsaved-drafts.ts";
import { isUnwritten } from "../draft/unwritten.ts";
import type { EditedDraft } from "../draft/use-draft.ts";
import { useSending } from "../sending/use-sending.ts";
import { useContentActions } from "./use-content-actions.ts";
import { useSeparateDraft } from "./use-separate-draft.ts";

interface Options {
	draft: Draft;
	/** Nothing was written in it before the composer was opened. */
	isFresh: boolean;
	edited: EditedDraft;
	attachments: ReturnType<typeof useAttachments>;
	/** Null: it is still loading, or the message is plain text. */
	editor: Editor | null;
}

/** What a composer's buttons and keys do. */
export function useComposerActions({ draft, isFresh, edited, attachments, editor }: Options) {
	const { id } = draft;
	const { current, saver } = edited;
	const client = useQueryClient();
	const [error, setError] = useState<string | null>(null);
	const [isProblemHidden, setIsProblemHidden] = useState(false);
	const refreshList = () => void client.invalidateQueries({ queryKey: draftKeys.all });
	const keep = (unsaved: Unsaved | null) => keepUnsaved(currentUserId(client), id, unsaved);
	const contentActions = useContentActions(edited, editor);
	const saveAsOwn = useSeparateDraft(id, edited);
	const onError = (message: string | null) => {
		setError(message);
		if (message === null) setIsProblemHidden(true);
	};
	const { isSending, send } = useSending({ draft, edited, attachments, onError });

	const discard = async () => {
		closeComposer(id);
		let unsaved: Unsaved | null = null;
		try {
			await discardWithUndo(client, {
				title: t.window.discarded,
				async discard() {
					// What was typed last comes back, too.
					await saver.flush();
					unsaved = saver.unsaved();
					saver.stop();
					await composer.discardDraft({ params: { id } });
					keep(null);
				},
				async restore() {
					await composer.restoreDraft({ params: { id } });
					keep(unsaved);
					openComposer({ draftId: id, draft: await loadDraft(client, id) });
				},
			});
		} catch (cause) {
			toast({ title: t.window.couldntDiscard, description: (cause as Error).message, tone: "destructive" });
		}
		refreshList();
	};

	useEffect(() => onDiscard(id, discard));

	const isEmpty = async (): Promise<boolean> => {
		if (attachments.files.length + attachments.uploads.length > 0) return false;
		const content = current();
		const senders = await client.fetchQuery(sendersQuery).catch(() => []);
		const signature = senders.find(({ accountId }) => accountId === content.accountId)?.signature ?? "";
		return isUnwritten({ draft, content, isFresh, signature });
	};
	const close = async () => {
		// It is sent all the same.
		if (isSending) return closeComposer(id);
		if (await isEmpty()) {
			saver.stop();
			keep(null);
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
