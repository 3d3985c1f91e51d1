import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { formatCount } from "#web/lib/base/format.ts";
import { offerUndo, refreshMail } from "#web/lib/undo/undo.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { ScreenedSender } from "../../contract.ts";
import { filterKeys, filters } from "../base/api.ts";
import { t } from "../base/text.ts";

export type SenderState = ScreenedSender["state"];

export const screenerQuery = (account: string | undefined, state: SenderState) =>
	infiniteQueryOptions({
		queryKey: [...filterKeys.screener, account ?? null, state],
		queryFn: ({ pageParam, signal }) =>
			filters.getScreener({ query: { account, state, cursor: pageParam } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});

/** What the screener of a mailbox would have quarantined. */
export const screenerPreviewQuery = (account: string) =>
	infiniteQueryOptions({
		queryKey: [...filterKeys.screener, "preview", account],
		queryFn: ({ pageParam: cursor, signal }) => filters.getScreenerPreview({ query: { account, cursor } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		staleTime: 300_000,
	});

/** Changes a mailbox's screener settings. */
export function useSetScreener() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: { account: string; isOn: boolean; quarantines: boolean; withRecent?: boolean }) =>
			filters.setScreener({ body }),
		onError: (error) =>
			toast({ title: t.screener.couldntChangeScreener, description: error.message, tone: "destructive" }),
		onSettled: (_, __, { withRecent }) =>
			withRecent ? refreshMail(client) : client.invalidateQueries({ queryKey: filterKeys.screener }),
	});
}

/** Accepts or blocks senders. */
export function useDecide() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ sender, decision }: { sender: ScreenedSender; decision: "accept" | "block" }) =>
			filters.decideSenders({ body: { account: sender.accountId, senders: [sender.senderEmail], decision } }),
		onSuccess: async ({ operations }, { sender, decision }) => {
			await refreshMail(client);
			const moved = operations.reduce((max, { count }) => Math.max(max, count), 0);
			const where = decision === "accept" ? t.screener.movedInbox : t.screener.movedToSpam;
			offerUndo(
				client,
				{
					operations: operations.filter(({ count }) => count > 0).map(({ id }) => id),
					mailboxes: [sender.accountId],
					restore: () => restoreDecision(sender),
				},
				{
					id: `decide-${sender.accountId}-${sender.senderEmail}`,
					title: decision === "accept" ? t.screener.senderAccepted : t.screener.senderBlocked,
					description: `${sender.senderEmail}${moved > 0 ? `: ${formatCount(moved, "email")} ${where}` : ""}.`,
				},
			);
		},
		onError: (error) =>
			toast({ title: t.screener.couldntSaveDecision, description: error.message, tone: "destructive" }),
	});
}

function restoreDecision({ accountId, senderEmail, state }: ScreenedSender): Promise<unknown> {
	const before = { waiting: "wait", accepted: "accept", blocked: "block" } as const;
	return filters.decideSenders({ body: { account: accountId, senders: [senderEmail], decision: before[state] } });
}
