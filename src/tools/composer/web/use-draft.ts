import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "#web/lib/api.ts";
import { editableDraft, editableText } from "#web/lib/mail-html/editable-html.ts";
import type { Draft, DraftContent } from "../contract.ts";
import { composer, lastingComposer } from "./api.ts";
import { type ContentChange, createDraftSaver, type SaveStatus } from "./draft-saver.ts";
import { keepComposer } from "./open-composers.ts";

const DELAY_MS = 700;

/** A draft's content as it is edited; every change is saved on the server. */
export function useDraft(draft: Draft) {
	const { id } = draft;
	const [start] = useState(() => editableBody(draft));
	const [content, setContent] = useState<DraftContent>(() => ({ ...contentOf(draft), ...start }));
	const [status, setStatus] = useState<SaveStatus>("saved");
	const [suppressed, setSuppressed] = useState(draft.suppressed);
	const [saver] = useState(() =>
		createDraftSaver({
			version: draft.version,
			delay: DELAY_MS,
			async save(change) {
				const saved = await composer.updateDraft({ params: { id }, body: change });
				setSuppressed(saved.suppressed);
				return saved;
			},
			isConflict: (error) => error instanceof ApiError && error.code === "draft-changed",
			onStatus: setStatus,
		}),
	);
	const latest = useRef(content);
	const change = useCallback(
		(part: ContentChange) => {
			latest.current = { ...latest.current, ...part };
			setContent(latest.current);
			saver.change(part);
			keepComposer(id);
		},
		[id, saver],
	);
	useEffect(() => {
		const onHide = () => {
			const unsaved = saver.unsaved();
			// It fails for what is too large to be sent at the last moment; that was saved a second ago.
			if (unsaved) lastingComposer.updateDraft({ params: { id }, body: unsaved }).catch(() => undefined);
		};
		addEventListener("pagehide", onHide);
		return () => {
			removeEventListener("pagehide", onHide);
			saver.stop();
		};
	}, [id, saver]);
	return {
		...{ content, current: () => latest.current, change, status, suppressed, saver },
		/** What was loaded has more than an editor can handle. */
		isTooLarge: start === null,
	};
}

export type EditedDraft = ReturnType<typeof useDraft>;

function contentOf(draft: Draft): DraftContent {
	const { accountId, to, cc, bcc, subject, html, text, quote, remindAfterDays } = draft;
	return { accountId, to, cc, bcc, subject, html, text, quote, remindAfterDays };
}

/** What its editor starts with; null: more than it can handle. */
function editableBody({ html, text }: DraftContent): Pick<DraftContent, "html" | "text"> | null {
	if (html === null) {
		const bounded = editableText(text);
		return bounded === null ? null : { html, text: bounded };
	}
	const bounded = editableDraft(html);
	return bounded === null ? null : { html: bounded, text };
}
