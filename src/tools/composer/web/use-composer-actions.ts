import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Editor } from "@tiptap/react";
import { useState } from "react";
import { inboxLink } from "#web/lib/links.ts";
import { textToHtml } from "#web/lib/rich-text/text-to-html.ts";
import { confirm } from "#web/ui/confirm.ts";
import { toast } from "#web/ui/toast.ts";
import type { Draft, Template } from "../contract.ts";
import { composer, draftKeys, sendersQuery, templatesQuery } from "./api.ts";
import { closeComposer, openComposer } from "./open-composers.ts";
import { followSending } from "./sending.ts";
import { replaceSignature, signatureText } from "./signature.ts";
import { t } from "./text.ts";
import type { useAttachments } from "./use-attachments.ts";
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
	const { change, current, saver } = edited;
	const client = useQueryClient();
	const navigate = useNavigate();
	const [error, setError] = useState<string | null>(null);
	const [isProblemHidden, setIsProblemHidden] = useState(false);
	const [isSending, setIsSending] = useState(false);
	/** A new editor shows content that does not come from it. */
	const [editorKey, setEditorKey] = useState(0);
	const refreshList = () => void client.invalidateQueries({ queryKey: draftKeys.all });
	const openSent = () => void navigate({ ...inboxLink, search: { folder: "sent" } });
	const setBody = (part: Parameters<typeof change>[0]) => {
		change(part);
		setEditorKey((before) => before + 1);
	};

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
		const isEmpty = await isUnwritten();
		if (isEmpty) {
			saver.stop();
			closeComposer(id);
			await composer.discardDraft({ params: { id } }).catch(() => undefined);
		} else if (await saver.flush()) closeComposer(id);
		else setError(t.sending.notSaved);
		refreshList();
	};
	/** Nothing was written: only what the composer put there. */
	const isUnwritten = async (): Promise<boolean> => {
		const { text, to, cc, bcc, subject, accountId } = current();
		if (attachments.files.length + attachments.uploads.length > 0) return false;
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
	};

	return {
		error,
		isProblemHidden,
		isSending,
		editorKey,
		send,
		discard,
		close,
		hideProblem() {
			setError(null);
			setIsProblemHidden(true);
		},
		insertImage(src: string, alt: string) {
			editor?.chain().focus().setImage({ src, alt }).run();
		},
		/** At the cursor of the editor; a plain text gets it at its beginning. */
		insertTemplate({ subject, html, text: inserted }: Template) {
			const { subject: before, html: own, text } = current();
			if (subject !== "" && before.trim() === "") change({ subject });
			if (own === null) change({ text: text.trim() === "" ? inserted : `${inserted}\n${text}` });
			else
				editor
					?.chain()
					.focus()
					.insertContent(html ?? textToHtml(inserted))
					.run();
		},
		/** Without signature and quoted message. */
		async saveTemplate(name: string) {
			const { subject, html, text, accountId } = current();
			const senders = await client.fetchQuery(sendersQuery);
			const signature = senders.find((one) => one.accountId === accountId)?.signature ?? "";
			const body = replaceSignature({ html, text }, signature, "") ?? { html, text };
			await composer.createTemplate({ body: { name, subject, ...body } });
			await client.invalidateQueries({ queryKey: templatesQuery.queryKey });
			toast({ title: t.templates.saved });
		},
		async changeSender(accountId: string) {
			const senders = await client.fetchQuery(sendersQuery);
			const signatureOf = (wanted: string | null) => senders.find((one) => one.accountId === wanted)?.signature ?? "";
			const { accountId: before, html, text } = current();
			const [old, next] = [signatureOf(before), signatureOf(accountId)];
			const body = old === next ? null : replaceSignature({ html, text }, old, next);
			if (body === null) change({ accountId });
			else setBody({ accountId, ...body });
		},
		toggleFormat() {
			const { html, text, quote } = current();
			if (html === null) setBody({ html: textToHtml(text) });
			else setBody({ html: null, quote: quote && { ...quote, html: null } });
		},
		editQuote() {
			const { html, text, quote } = current();
			if (!quote) return;
			if (html === null) change({ text: `${text}\n\n${quote.text}`, quote: null });
			else
				setBody({
					html: `${html}<div></div>${quote.html ?? textToHtml(quote.text)}`,
					text: `${text}\n\n${quote.text}`,
					quote: null,
				});
		},
		async loadOther() {
			const other = await composer.getDraft({ params: { id } });
			closeComposer(id);
			saver.stop();
			client.removeQueries({ queryKey: ["draft", id] });
			// The old window must be gone before.
			setTimeout(() => openComposer({ draftId: id, draft: other }));
		},
		async keepMine() {
			const { version } = await composer.getDraft({ params: { id } });
			await saver.overwrite(version);
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
