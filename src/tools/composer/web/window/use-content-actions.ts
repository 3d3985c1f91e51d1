import { useQueryClient } from "@tanstack/react-query";
import type { Editor } from "@tiptap/react";
import { useEffect, useId, useState } from "react";
import { boundedText } from "#web/lib/mail-html/plain-text.ts";
import { textToHtml } from "#web/lib/rich-text/text-to-html.ts";
import { dismissToast, toast } from "#web/ui/toast/toast.ts";
import type { Template } from "../../contract.ts";
import { composer, sendersQuery, templatesQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import { replaceSignature } from "../draft/signature.ts";
import type { EditedDraft } from "../draft/use-draft.ts";
import { formatActions } from "./format-actions.ts";

/** What changes the content of a message other than typing: templates, signature, format, quote. @param editor null: plain text */
export function useContentActions(
	{ change, current, isTooLarge }: Pick<EditedDraft, "change" | "current" | "isTooLarge">,
	editor: Editor | null,
) {
	const client = useQueryClient();
	const [isLocked, setIsLocked] = useState(isTooLarge);
	/** A new editor shows content that does not come from it. */
	const [editorKey, setEditorKey] = useState(0);
	const setBody = (part: Parameters<typeof change>[0]) => {
		change(part);
		setEditorKey((before) => before + 1);
	};
	const offerBack = useOfferBack();
	return {
		editorKey,
		/** What was written is shown, not edited. */
		isLocked,
		/** Its plain form in a field, which takes longer texts than the editor. */
		editAsText() {
			const { text, quote } = current();
			setBody({ html: null, text: boundedText(text), quote: quote && { ...quote, html: null } });
			setIsLocked(false);
		},
		insertImage(src: string, alt: string) {
			// Who has gone on in another field while it was uploaded stays there.
			const isElsewhere = document.activeElement?.matches("input, textarea") ?? false;
			(isElsewhere ? editor?.chain() : editor?.chain().focus())?.setImage({ src, alt }).run();
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
		/** At once: whatever is pressed next sends the message from there. */
		changeSender(accountId: string) {
			// One is chosen among these.
			const senders = client.getQueryData(sendersQuery.queryKey) ?? [];
			const signatureOf = (wanted: string | null) => senders.find((one) => one.accountId === wanted)?.signature ?? "";
			const { accountId: before, html, text } = current();
			const [old, next] = [signatureOf(before), signatureOf(accountId)];
			const body = old === next ? null : replaceSignature({ html, text }, old, next);
			change({ accountId });
			if (body === null) return;
			// The editor says the same in plain text, whatever stands where.
			if (body.html !== null && editor !== null) editor.commands.setContent(body.html);
			else setBody(body);
		},
		...formatActions({ current, change, setBody, offerBack }),
	};
}

/** Offers to take back a change of the content, as long as the message is open. */
function useOfferBack(): (title: string, undo: () => Promise<void>) => void {
	const id = useId();
	useEffect(() => () => dismissToast(id), [id]);
	return (title, undo) => void toast({ id, title, undo });
}
