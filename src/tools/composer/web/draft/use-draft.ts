import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { editableDraft, editableText } from "#web/lib/mail-html/editable-html.ts";
import { useSession } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Draft, DraftContent } from "../../contract.ts";
import { composer, draftQueryKey, lastingComposer } from "../base/api.ts";
import { t } from "../base/text.ts";
import { allowAddress } from "./allow.ts";
import { type ContentChange, createDraftSaver, type SaveStatus } from "./draft-saver.ts";
import { closeComposer, keepComposer } from "./open-composers.ts";
import { addSaver } from "./save-drafts.ts";
import { isTooLong, requireSavable } from "./too-long.ts";
import { isConflict, keepUnsaved, type LoadedDraft, nextSave } from "./unsaved-drafts.ts";

const DELAY_MS = 700;

/** A draft's content as it is edited; every change is saved on the server, and kept on this device until it is. */
export function useDraft(draft: LoadedDraft) {
	const { id } = draft;
	const userId = useSession()?.user.id ?? "";
	const [kept] = useState(() => keptOf(draft));
	const [start] = useState(() => editableBody({ ...contentOf(draft), ...kept }));
	const [content, setContent] = useState<DraftContent>(() => ({ ...contentOf(draft), ...kept, ...start }));
	const [status, setStatus] = useState<SaveStatus>("saved");
	const [suppressed, setSuppressed] = useState(draft.suppressed);
	const latest = useRef(content);
	const [saver] = useState(() =>
		createDraftSaver({
			version: draft.unsaved?.version ?? draft.version,
			delay: DELAY_MS,
			async save(change) {
				requireSavable(change);
				const saved = await composer.updateDraft({ params: { id }, body: change });
				setSuppressed(saved.suppressed);
				return saved;
			},
			next: nextSave,
			isConflict,
			isTooLong,
			onStatus: setStatus,
			keep(unsaved) {
				// As it is seen here: another window's recipients are not those of these words. The quote seldom changes, and is long.
				const { quote: _, ...seen } = latest.current;
				keepUnsaved(userId, id, unsaved && { ...seen, ...unsaved });
			},
		}),
	);
	const change = useCallback(
		(part: ContentChange) => {
			latest.current = { ...latest.current, ...part };
			setContent(latest.current);
			saver.change(part);
			keepComposer(id);
		},
		[id, saver],
	);
	const allow = async (address: string): Promise<void> => {
		try {
			const isAllowed = await allowAddress(address);
			setSuppressed((before) => before.filter((one) => !isAllowed(one)));
		} catch (error) {
			toast({ title: t.recipients.couldntAllow, description: (error as Error).message, tone: "destructive" });
		}
	};
	useEffect(() => {
		if (kept !== null) saver.change(kept);
	}, [kept, saver]);
	useEffect(() => {
		const onHide = () => {
			const unsaved = saver.unsaved();
			// It fails for what is too large to be sent at the last moment; the next visit saves that.
			if (unsaved) lastingComposer.updateDraft({ params: { id }, body: unsaved }).catch(() => undefined);
		};
		addEventListener("pagehide", onHide);
		const removeSaver = addSaver(id, saver);
		return () => {
			removeEventListener("pagehide", onHide);
			removeSaver();
			saver.stop();
		};
	}, [id, saver]);
	useNewerVersion(id, saver);
	const current = useCallback(() => latest.current, []);
	return {
		...{ content, current, change, status, suppressed, allow, saver },
		/** What was loaded has more than an editor can handle. */
		isTooLarge: start === null,
	};
}

export type EditedDraft = ReturnType<typeof useDraft>;

/** Shows what another window or device saved while this one was hidden, unless something is unsaved here. */
function useNewerVersion(id: string, saver: EditedDraft["saver"]): void {
	const client = useQueryClient();
	useEffect(() => {
		const look = async (): Promise<void> => {
			if (document.visibilityState === "hidden" || saver.unsaved() !== null) return;
			const current = await composer.getDraft({ params: { id } }).catch(() => null);
			// An answer from before the last save is older.
			if (current === null || current.version <= saver.version() || saver.unsaved() !== null) return;
			if (current.state === "editing") client.setQueryData(draftQueryKey(id), current);
			else closeComposer(id);
		};
		const onShow = () => void look();
		document.addEventListener("visibilitychange", onShow);
		return () => document.removeEventListener("visibilitychange", onShow);
	}, [client, id, saver]);
}

function contentOf(draft: Draft): DraftContent {
	const { accountId, to, cc, bcc, subject, html, text, quote, remindAfterDays } = draft;
	return { accountId, to, cc, bcc, subject, html, text, quote, remindAfterDays };
}

/** What an earlier visit could not save; null: nothing. */
function keptOf({ unsaved }: LoadedDraft): ContentChange | null {
	if (unsaved === undefined) return null;
	const { saver: _saver, version: _version, ...kept } = unsaved;
	return kept;
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
