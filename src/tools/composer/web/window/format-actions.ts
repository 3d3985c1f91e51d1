import { editableDraft, editableHtml, editableText } from "#web/lib/mail-html/editable-html.ts";
import { textToHtml } from "#web/lib/rich-text/text-to-html.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../base/text.ts";
import type { EditedDraft } from "../draft/use-draft.ts";

type Content = ReturnType<EditedDraft["current"]>;

interface FormatOptions extends Pick<EditedDraft, "current" | "change"> {
	/** Changes the content, and shows it in a new editor. */
	setBody: EditedDraft["change"];
	/** Says what was done, with Undo. */
	offerBack: (title: string, undo: () => Promise<void>) => void;
}

/** Changes of a message's form: rich or plain, with or without the quoted message. */
export function formatActions({ current, change, setBody, offerBack }: FormatOptions) {
	return {
		toggleFormat() {
			const { html, text, quote } = current();
			if (html === null && editableText(text) === null) toast({ title: t.editor.tooLargeForRich });
			else if (html === null) setBody({ html: textToHtml(text) });
			else {
				setBody({ html: null, quote: quote && { ...quote, html: null } });
				offerBack(t.editor.isPlain, async () => {
					const isSame = current().text === text;
					const question = { title: t.editor.goBack, description: t.editor.goBackDescription };
					if (isSame || (await confirm({ ...question, confirm: t.editor.goBackConfirm })))
						setBody({ html, text, quote });
				});
			}
		},
		removeQuote() {
			const { quote } = current();
			change({ quote: null });
			offerBack(t.quote.removed, async () => change({ quote }));
		},
		editQuote() {
			const content = current();
			if (content.quote === null) return;
			const body = bodyWithQuote(content, content.quote);
			if (body === null) toast({ title: t.quote.tooLarge });
			else if (body.html === null) change({ text: body.text, quote: null });
			else setBody({ ...body, quote: null });
		},
	};
}

/** What was written and the quoted message as one text; null where a draft that is opened again would not fit. */
function bodyWithQuote(
	{ html, text }: Pick<Content, "html" | "text">,
	quote: NonNullable<Content["quote"]>,
): Pick<Content, "html" | "text"> | null {
	const quoted = editableText(quote.text);
	const all = quoted === null ? null : editableText(`${text}\n\n${quoted}`);
	if (quoted === null || all === null) return null;
	if (html === null) return { html, text: all };
	const quotedHtml = quote.html === null ? textToHtml(quoted) : editableHtml(quote.html);
	const allHtml = quotedHtml === null ? null : editableDraft(`${html}<div></div>${quotedHtml}`);
	return allHtml === null ? null : { html: allHtml, text: all };
}
