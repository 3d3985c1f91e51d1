import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, Paperclip, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { formatMailTime, formatMoment } from "#web/lib/base/format.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { DraftSummary } from "../../contract.ts";
import { composer, draftKeys, outgoing } from "../base/api.ts";
import { t } from "../base/text.ts";
import { allowAddress } from "../draft/allow.ts";
import { discardWithUndo } from "../draft/discarding.ts";
import { discardOfWindow } from "../draft/open-composers.ts";
import { undoSending } from "../sending/sending.ts";
import { RecipientResults } from "./recipient-results.tsx";

/** A draft, or a message that waits or failed, with what can be done about it. */
export function DraftRow({ item, mailbox }: DraftRowProps) {
	return item.isDamaged ? <DamagedRow item={item} /> : <Row item={item} mailbox={mailbox} />;
}

interface DraftRowProps {
	item: DraftSummary;
	/** Name of the mailbox that it is sent from; undefined: there is one, or none is chosen. */
	mailbox: string | undefined;
}

/** The mailbox of a row. */
export function MailboxName({ name }: { name: string | undefined }) {
	return name && <span className="max-w-[40%] shrink-0 truncate text-12 text-ink-3">{name}</span>;
}

/** All that is left to do is to discard it. */
function DamagedRow({ item: { id, subject, updatedAt } }: { item: DraftSummary }) {
	const act = useAct();
	return (
		<li className="flex items-start gap-3 px-4 py-2.5">
			<div className="min-w-0 flex-1">
				<span className="flex items-baseline gap-3">
					<span className="min-w-0 flex-1 truncate text-14 font-medium">{subject || t.page.noSubject}</span>
					<span className="shrink-0 text-12 text-ink-3 tabular-nums">{formatMailTime(updatedAt)}</span>
				</span>
				<span className="block text-13 text-red">{t.page.damaged}</span>
			</div>
			<IconButton
				icon={Trash2}
				label={t.page.discard}
				size="small"
				onClick={() => act.mutate(() => composer.discardDraft({ params: { id } }))}
			/>
		</li>
	);
}

function needsAttention({ state, problem }: DraftSummary): boolean {
	const isStopped = state === "editing" || state === "scheduled";
	return ["failed", "partially_sent", "uncertain"].includes(state) || (isStopped && problem !== null);
}

/** Runs a change, then loads the lists again. */
function useAct() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (run: () => Promise<unknown>) => run(),
		onError: (error) => toast({ title: t.page.couldntChange, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: draftKeys.all }),
	});
}

function Row({ item, mailbox }: DraftRowProps) {
	const client = useQueryClient();
	const { id, state } = item;
	const act = useAct();
	const people = [...item.to, ...item.cc, ...item.bcc].map(({ name, email }) => name || email).join(", ");
	const open = () => {
		if (state === "editing") compose({ kind: "draft", draftId: id });
		else if (state !== "uncertain") void undoSending(client, id);
	};
	const facts: ReactNode =
		state === "scheduled" && !needsAttention(item) ? (
			<span className="flex items-center gap-1 text-accent">
				<CalendarClock aria-hidden="true" size={13} />
				{t.page.sendsAt(formatMoment(item.sendAt ?? ""))}
			</span>
		) : state === "sending" ? (
			t.page.sending
		) : (
			formatMailTime(item.updatedAt)
		);
	return (
		<li className="flex flex-wrap items-start justify-end gap-x-3 gap-y-1 px-4 py-2.5">
			<div className="min-w-0 flex-1 basis-64">
				<Opener onOpen={state === "scheduled" || state === "sending" ? null : open}>
					<span className="flex items-baseline gap-3">
						<span className="min-w-0 flex-1 truncate text-13 text-ink-2">
							{people === "" ? t.page.noRecipients : t.page.to(people)}
						</span>
						<MailboxName name={mailbox} />
						<span className="shrink-0 text-12 text-ink-3 tabular-nums">{facts}</span>
					</span>
					<span className="flex items-center gap-1.5">
						<span className="min-w-0 truncate text-14 font-medium">{item.subject || t.page.noSubject}</span>
						{item.hasAttachments && (
							<Paperclip size={13} aria-label={t.page.hasAttachments} className="shrink-0 text-ink-3" />
						)}
					</span>
					<span className="block truncate text-13 text-ink-3">{item.preview}</span>
					{state === "editing" && item.copyProblem !== null && (
						<span className="block text-12 text-ink-3">{t.page.onlyHere(item.copyProblem)}</span>
					)}
					{state === "sending" && <span className="block text-12 text-ink-3">{whyUnsent(item)}</span>}
					{needsAttention(item) && item.problem !== null && (
						<span className="block text-13 text-red">{item.problem}</span>
					)}
				</Opener>
				{state !== "editing" && (
					<RecipientResults
						recipients={item.recipients}
						onAllow={(address) => act.mutate(() => allowAddress(address))}
					/>
				)}
			</div>
			<RowActions item={item} onOpen={open} />
		</li>
	);
}

/** Opens a row's draft. @param onOpen null: that would take back a message that waits, which has a button of its own */
function Opener({ onOpen, children }: { onOpen: (() => void) | null; children: ReactNode }) {
	if (onOpen === null) return children;
	return (
		<button type="button" onClick={onOpen} className="w-full rounded-1 text-left">
			{children}
		</button>
	);
}

/** Why a message that is being sent has not left, and when it is tried again; null: nothing is known. */
function whyUnsent({ waiting, problem, nextTryAt }: DraftSummary): string | null {
	const reason = waiting === null ? problem : t.page.waiting[waiting.for](waiting.server, formatMoment(waiting.since));
	const isLater = nextTryAt !== null && Date.parse(nextTryAt) > Date.now();
	return isLater ? [reason, t.page.nextTry(formatMoment(nextTryAt))].filter(Boolean).join(" ") : reason;
}

interface RowActionsProps {
	item: DraftSummary;
	/** Opens it as a draft. */
	onOpen: () => void;
}

function RowActions({ item, onOpen }: RowActionsProps) {
	const { id, outgoingId } = item;
	const act = useAct();
	const client = useQueryClient();
	const discard = () =>
		act.mutate(
			discardOfWindow(id) ??
				(() =>
					discardWithUndo(client, {
						title: t.window.discarded,
						discard: () => composer.discardDraft({ params: { id } }),
						restore: () => composer.restoreDraft({ params: { id } }),
					})),
		);
	const resolve = (action: "mark_sent" | "send_again") =>
		act.mutate(() => outgoing.resolveOutgoing({ params: { id: outgoingId ?? "" }, body: { action } }));
	switch (item.state) {
		case "editing":
			return <IconButton icon={Trash2} label={t.page.discard} size="small" onClick={discard} />;
		case "scheduled":
		case "sending":
			return <WaitingActions item={item} onOpen={onOpen} />;
		case "uncertain":
			return (
				<span className="flex gap-2">
					<Button size="small" onClick={() => resolve("mark_sent")}>
						{t.page.wasSent}
					</Button>
					<Button size="small" onClick={() => resolve("send_again")}>
						{t.page.sendAgain}
					</Button>
				</span>
			);
		case "failed":
		case "partially_sent":
			return (
				<span className="flex items-center gap-1">
					<Button size="small" onClick={onOpen}>
						{t.page.editAndResend}
					</Button>
					<IconButton
						icon={X}
						label={t.page.dismiss}
						size="small"
						onClick={() => act.mutate(() => composer.discardDraft({ params: { id } }))}
					/>
				</span>
			);
		default:
			return null;
	}
}

/** What can be done about a message that has not left. */
function WaitingActions({ item: { id, outgoingId, nextTryAt }, onOpen }: RowActionsProps) {
	const act = useAct();
	const client = useQueryClient();
	const cancel = () =>
		act.mutate(() =>
			discardWithUndo(client, {
				title: t.page.canceled,
				description: t.page.canceledDescription,
				async discard() {
					await composer.reopenDraft({ params: { id } });
					await composer.discardDraft({ params: { id } });
				},
				restore: () => composer.restoreDraft({ params: { id } }),
			}),
		);
	return (
		<span className="flex flex-wrap gap-2">
			{nextTryAt !== null && (
				<Button
					size="small"
					onClick={() => act.mutate(() => outgoing.retryOutgoing({ params: { id: outgoingId ?? "" } }))}
				>
					{t.page.tryNow}
				</Button>
			)}
			<Button size="small" onClick={onOpen}>
				{t.page.backToDraft}
			</Button>
			<Button size="small" variant="ghost" onClick={cancel}>
				{t.page.cancel}
			</Button>
		</span>
	);
}
