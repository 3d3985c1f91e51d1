import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ApiError } from "#web/lib/api/api.ts";
import { tabStorage } from "#web/lib/base/device-storage.ts";
import { formatMoment } from "#web/lib/base/format.ts";
import { inboxLink } from "#web/lib/base/links.ts";
import { offerUndo, refreshMail } from "#web/lib/undo/undo.ts";
import { forgetChange, type UndoableChange } from "#web/lib/undo/undo-stack.ts";
import { type ToastMessage, toast } from "#web/ui/toast/toast.ts";
import type { Draft } from "../../contract.ts";
import { composer, draftKeys, isLost, sendersQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import { openComposer } from "../draft/open-composers.ts";

/** A message that waits longer than this is listed in the outbox, and not watched. */
const WATCHED_MS = 120_000;
const POLL_MS = 1_000;
/** In this tab's storage: the messages that are followed. */
const storageKey = "sentMessages";
/** Longer than the time to undo. */
const TOAST_MS = 3_000;

interface Navigation {
	/** Opens the Sent folder. */
	openSent: () => void;
}

/** Reports what becomes of a message that was sent, and offers to undo it while that is possible. */
export function useFollowSending(): (draft: Draft) => void {
	const client = useQueryClient();
	const navigation = useNavigation();
	return (draft) => followSending(client, draft, navigation);
}

/** Goes on, once, with the messages that were followed before the page was loaded again. */
export function useFollowAgain(): void {
	const client = useQueryClient();
	const navigation = useRef(useNavigation());
	useEffect(() => void followAgain(client, navigation.current), [client]);
}

function useNavigation(): Navigation {
	const navigate = useNavigate();
	return { openSent: () => void navigate({ ...inboxLink, search: { folder: "sent" } }) };
}

/** The same outside of a component. */
export function followSending(client: QueryClient, draft: Draft, navigation: Navigation): void {
	// Both times are the server's: this device's clock may be wrong.
	const waits = draft.sendAt === null ? 0 : Date.parse(draft.sendAt) - Date.parse(draft.updatedAt);
	const isLater = waits > WATCHED_MS;
	const id = toastOf(draft.id);
	let change: UndoableChange | undefined;
	const lastsMs = isLater ? undefined : waits + TOAST_MS;
	const offer = (message: { title: string; description?: string; tone?: "destructive" }): void => {
		change = { ...{ operations: [], mailboxes: [] }, takeBack: () => undoSending(client, draft.id, offer) };
		offerUndo(client, change, { id, ...message, lastsMs });
	};
	if (draft.state === "scheduled")
		offer({ title: isLater ? t.sending.scheduled(formatMoment(draft.sendAt ?? "")) : t.sending.sending });
	else toast({ id, title: t.sending.sending });
	void client.invalidateQueries({ queryKey: draftKeys.all });
	// Once it has left, Undo goes on with what was done before.
	if (isLater) return;
	rememberFollowed((ids) => [...new Set([...ids, draft.id])]);
	void watch(client, draft.id, navigation).finally(() => {
		rememberFollowed((ids) => ids.filter((one) => one !== draft.id));
		if (change !== undefined) forgetChange(client, change);
	});
}

async function followAgain(client: QueryClient, navigation: Navigation): Promise<void> {
	for (const id of followed()) {
		const draft = await composer.getDraft({ params: { id } }).catch(() => null);
		if (draft?.state === "scheduled" || draft?.state === "sending") followSending(client, draft, navigation);
		else rememberFollowed((ids) => ids.filter((one) => one !== id));
	}
}

function followed(): string[] {
	return tabStorage.getItem(storageKey)?.split(" ").filter(Boolean) ?? [];
}

function rememberFollowed(change: (ids: string[]) => string[]): void {
	tabStorage.setItem(storageKey, change(followed()).join(" "));
}

const toastOf = (draftId: string): string => `send-${draftId}`;

/**
 * Takes a message back that was not sent yet, or failed, and opens it.
 * @param onLost reports that the server did not answer, and offers it again; absent: what offered it is still there
 * @returns whether it could
 */
export async function undoSending(
	client: QueryClient,
	draftId: string,
	onLost: (message: ToastMessage & { tone: "destructive" }) => void = toast,
): Promise<boolean> {
	try {
		const draft = await composer.reopenDraft({ params: { id: draftId } });
		openComposer({ draftId, draft });
		return true;
	} catch (error) {
		const report = isLost(error) ? onLost : toast;
		report({ title: t.sending.couldntUndo, description: (error as Error).message, tone: "destructive" });
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
