import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { onSaveAll } from "#web/lib/leaving/unsaved-work.ts";
import { onMailboxRemoval } from "#web/lib/mailbox/removal.ts";
import { type ComposeRequest, onCompose } from "#web/lib/passing/compose.ts";
import { endTypeAhead } from "#web/lib/passing/type-ahead.ts";
import { signedOutByUser } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { draftKeys, lastingComposer } from "../base/api.ts";
import { t } from "../base/text.ts";
import { freshDrafts, openComposer, useOpenComposers } from "../draft/open-composers.ts";
import { saveDrafts } from "../draft/save-drafts.ts";
import { abandonedDrafts, currentUserId, forgetUnsaved, recoverUnsaved } from "../draft/unsaved-drafts.ts";
import { unsentOfMailbox } from "../draft/unsent-of-mailbox.ts";
import { useFollowAgain } from "../sending/sending.ts";
import { useDelayNotices } from "../sending/use-delay-notices.ts";

const loadWindow = () => import("./composer-window.tsx");
const ComposerWindow = lazy(loadWindow);

/** Receives requests to write, and shows the open composers over every page. */
export default function ComposerHost() {
	const client = useQueryClient();
	const composers = useOpenComposers();
	const [starting, setStarting] = useState(0);
	useEffect(() => {
		const start = async (request: ComposeRequest): Promise<void> => {
			setStarting((count) => count + 1);
			try {
				// Loaded now, so that the first one opens sooner.
				const [{ startDraft }] = await Promise.all([import("../draft/start-draft.ts"), loadWindow()]);
				const draft = await startDraft(client, request);
				// One that is open keeps its focus.
				if (!openComposer({ draftId: draft.id, draft, isFresh: isEmpty(request) })) endTypeAhead();
				void client.invalidateQueries({ queryKey: draftKeys.all });
			} catch (error) {
				endTypeAhead();
				toast({ title: t.window.couldntOpen, description: (error as Error).message, tone: "destructive" });
			} finally {
				setStarting((count) => count - 1);
			}
		};
		const stop = onCompose((request) => void start(request));
		return () => {
			stop();
			endTypeAhead();
		};
	}, [client]);
	useEffect(() => {
		const userId = currentUserId(client);
		const recover = async (): Promise<void> => {
			for (const id of abandonedDrafts(userId)) await recoverUnsaved(userId, id).catch(() => []);
		};
		void recover();
		const stop = onSaveAll(() => saveDrafts(userId));
		return () => {
			stop();
			if (signedOutByUser()) forgetUnsaved(userId);
		};
	}, [client]);
	useEffect(() => {
		const discardFresh = ({ persisted }: PageTransitionEvent): void => {
			// A page that may come back keeps its composers.
			if (persisted) return;
			for (const id of freshDrafts()) lastingComposer.discardDraft({ params: { id } }).catch(() => undefined);
		};
		addEventListener("pagehide", discardFresh);
		return () => removeEventListener("pagehide", discardFresh);
	}, []);
	useEffect(() => onMailboxRemoval(unsentOfMailbox), []);
	useDelayNotices();
	useFollowAgain();
	if (composers.length === 0 && starting === 0) return null;
	return (
		<div className="pointer-events-none fixed inset-0 z-20 flex items-end justify-end gap-3 sm:inset-x-4 sm:top-auto">
			<p role="status" className="sr-only">
				{starting > 0 ? t.window.opening : ""}
			</p>
			<Suspense>
				{composers.map((one, index) => (
					<ComposerWindow key={one.draftId} composer={one} isLast={index === composers.length - 1} />
				))}
			</Suspense>
		</div>
	);
}

/** Whether the composer opens with nothing that was written by anybody. */
function isEmpty(request: ComposeRequest): boolean {
	if (request.kind === "draft" || request.kind === "mailbox_draft" || (request.text ?? "") !== "") return false;
	if (request.kind !== "new") return true;
	const { to = [], cc = [], bcc = [], subject = "" } = request;
	return to.length + cc.length + bcc.length === 0 && subject === "";
}
