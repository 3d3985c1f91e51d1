import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ApiError } from "#web/lib/api.ts";
import { formatMoment } from "#web/lib/format.ts";
import { inboxLink } from "#web/lib/links.ts";
import { offerUndo, refreshMail } from "#web/lib/undo.ts";
import { forgetChange, type UndoableChange } from "#web/lib/undo-stack.ts";
import { toast } from "#web/ui/toast.ts";
import type { Draft } from "../contract.ts";
import { composer, draftKeys, sendersQuery } from "./api.ts";
import { openComposer } from "./open-composers.ts";
import { t } from "./text.ts";

/** A message that waits longer than this is listed in the outbox, and not watched. */
const WATCHED_MS = 120_000;
const POLL_MS = 1_000;
/** Longer than the time to undo. */
const TOAST_MS = 3_000;

interface Navigation {
	/** Opens the Sent folder. */
	openSent: () => void;
}

/** Reports what becomes of a message that was sent, and offers to undo it while that is possible. */
export function useFollowSending(): (draft: Draft) => void {
	const client = useQueryClient();
	const navigate = useNavigate();
	const openSent = () => void navigate({ ...inboxLink, search: { folder: "sent" } });
	return (draft) => followSending(client, draft, { openSent });
}

/** The same outside of a component. */
export function followSending(client: QueryClient, draft: Draft, navigation: Navigation): void {
	// Both times are the server's: this device's clock may be wrong.
	const waits = draft.sendAt === null ? 0 : Date.parse(draft.sendAt) - Date.parse(draft.updatedAt);
	const isLater = waits > WATCHED_MS;
	const id = toastOf(draft.id);
	const change: UndoableChange = { operations: [], mailboxes: [], takeBack: () => undoSending(client, draft.id) };
	if (draft.state === "scheduled")
		offerUndo(client, change, {
			id,
			title: isLater ? t.sending.scheduled(formatMoment(draft.sendAt ?? "")) : t.sending.sending,
			lastsMs: isLater ? undefined : waits + TOAST_MS,
		});
	else toast({ id, title: t.sending.sending });
	void client.invalidateQueries({ queryKey: draftKeys.all });
	// Once it has left, Undo goes on with what was done before.
	if (!isLater) void watch(client, draft.id, navigation).finally(() => forgetChange(client, change));
}

const toastOf = (draftId: string): string => `send-${draftId}`;

/** Takes a message back that was not sent yet, or failed, and opens it. @returns whether it could */
export async function undoSending(client: QueryClient, draftId: string): Promise<boolean> {
	try {
		const draft = await composer.reopenDraft({ params: { id: draftId } });
		openComposer({ draftId, draft });
		return true;
	} catch (error) {
		toast({ title: t.sending.couldntUndo, description: (error as Error).message, tone: "destructive" });
		return false;
	} finally {
		void client.invalidateQueries({ queryKey: draftKeys.all });
	}
}

async function watch(client: QueryClient, draftId: string, navigation: Navigation): Promise<void> {
	for (;;) {
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		const draft = await composer.getDraft({ params: { id: draftId } }).catch((error: unknown) => {
			// Another failure may be a lost connection.
			return error instanceof ApiError && error.status === 404 ? undefined : null;
		});
		if (draft === undefined) return;
		if (draft === null || draft.state === "scheduled" || draft.state === "sending") continue;
		void client.invalidateQueries({ queryKey: draftKeys.all });
		report(client, draft, navigation);
		return;
	}
}

function report(client: QueryClient, draft: Draft, { openSent }: Navigation): void {
	const id = toastOf(draft.id);
	const edit = { label: t.sending.edit, onSelect: () => void undoSending(client, draft.id) };
	if (draft.state === "sent") {
		const senders = client.getQueryData(sendersQuery.queryKey);
		const isLocal = senders?.find(({ accountId }) => accountId === draft.accountId)?.isLocal ?? false;
		toast({
			id,
			title: isLocal ? t.sending.sentLocally : t.sending.sent,
			action: { label: t.sending.view, onSelect: openSent },
		});
		void refreshMail(client);
	} else if (draft.state === "editing") {
		// Undone; or it could not be sent as it is.
		if (draft.problem === null) return;
		toast({ id, title: t.sending.notSent, description: draft.problem, tone: "destructive" });
		openComposer({ draftId: draft.id, draft });
	} else if (draft.state === "failed")
		toast({ id, title: t.sending.notSent, description: draft.problem ?? undefined, tone: "destructive", action: edit });
	else if (draft.state === "partially_sent")
		toast({ id, title: t.sending.partial, description: draft.problem ?? undefined, tone: "destructive", action: edit });
	else toast({ id, title: t.sending.uncertain, description: draft.problem ?? undefined, tone: "destructive" });
}
