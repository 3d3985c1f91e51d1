import { useNavigate } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { offerPermanentDelete, withoutPermanentDelete } from "#web/lib/mailbox/permanent-delete.ts";
import type { PlanResult } from "#web/lib/plan/result.ts";
import { Section } from "#web/ui/page/card.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import type { Analysis, Card } from "../../contract.ts";
import { tool } from "../../tool.ts";
import { t } from "../base/text.ts";
import { BigSenders } from "./big-senders.tsx";
import { type CardState, CleanupCard } from "./cleanup-card.tsx";
import { CleanupDialog, type CleanupRequest } from "./cleanup-dialog.tsx";

interface CleanupViewProps {
	analysis: Analysis;
	/** Absent: all mailboxes. */
	account: string | undefined;
	/** Those that can be changed; empty: nothing can. */
	mailboxes: readonly Account[];
	/** Opens the form for a sweep rule for a sender. */
	onSweep: (senderEmail: string) => void;
}

/** Cleanup suggestions, biggest senders, and recommendations. */
export function CleanupView({ analysis, account, mailboxes, onSweep }: CleanupViewProps) {
	const readOnly = mailboxes.length === 0;
	const navigate = useNavigate();
	const [request, setRequest] = useState<CleanupRequest | null>(null);
	const { cards, stateOf, touch, complete } = useCards(analysis);
	return (
		<div className="flex flex-col gap-6">
			<Section title={t.cleanup.smartCleanupActions}>
				{cards.length === 0 ? (
					<div className="rounded-3 border border-line bg-surface">
						<EmptyState
							icon={CircleCheck}
							title={t.cleanup.wellOptimized}
							description={t.cleanup.wellOptimizedDescription}
						/>
					</div>
				) : (
					<ul
						ref={steadyRows}
						className="grid gap-px overflow-hidden rounded-3 border border-line bg-line md:grid-cols-2 md:[&>:last-child:nth-child(odd)]:col-span-2"
					>
						{cards.map((card) => (
							<CleanupCard
								key={card.type}
								card={card}
								state={stateOf(card)}
								disabled={readOnly}
								account={account}
								onReview={() => void navigate({ to: tool.path, search: { view: "duplicates", kind: "near" } })}
								onExecute={(cleanup) => {
									if (card.type === "near_duplicates") return;
									const [lacking] = cleanup === "delete" ? withoutPermanentDelete(mailboxes) : [];
									if (lacking !== undefined) return void offerPermanentDelete(lacking);
									setRequest({ title: card.title, selection: { type: card.type }, cleanup, account });
								}}
							/>
						))}
					</ul>
				)}
			</Section>
			{analysis.senders.length > 0 && (
				<BigSenders
					senders={analysis.senders}
					disabled={readOnly}
					account={account}
					onClean={setRequest}
					onSweep={onSweep}
				/>
			)}
			{analysis.recommendations.length > 0 && (
				<Section title={t.cleanup.additionalRecommendations}>
					<ul className="flex list-disc flex-col gap-1.5 pl-5 text-14 text-ink-2 marker:text-ink-3">
						{analysis.recommendations.map((sentence) => (
							<li key={sentence}>{sentence}</li>
						))}
					</ul>
				</Section>
			)}
			<CleanupDialog
				request={request}
				onClose={() => setRequest(null)}
				onStarted={(cleanup) => touch(cleanup, "processing")}
				onOver={(cleanup, result) => (result === null ? touch(cleanup, "idle") : complete(cleanup, result))}
				onUndone={(cleanup) => touch(cleanup, "idle")}
			/>
		</div>
	);
}

/** The cards, and their state: running with the figures at the start, or completed with those of the result. */
function useCards(analysis: Analysis) {
	/** A card stays until the next analysis. */
	const [touched, setTouched] = useState<ReadonlyMap<string, { card: Card; state: CardState }>>(new Map());
	const touch = ({ selection }: CleanupRequest, state: CardState) =>
		setTouched((before) => {
			const next = new Map(before);
			const card = before.get(selection.type)?.card ?? analysis.cards.find(({ type }) => type === selection.type);
			if (state === "idle" || card === undefined) next.delete(selection.type);
			else next.set(selection.type, { card, state });
			return next;
		});
	/** Its card shows what was cleaned up. */
	const complete = ({ selection: { type } }: CleanupRequest, { applied, actual }: PlanResult) =>
		setTouched((before) => {
			const card = before.get(type)?.card;
			if (card === undefined) return before;
			return new Map(before).set(type, { card: { ...card, count: applied, bytes: actual }, state: "completed" });
		});
	const [shownAt, setShownAt] = useState(analysis.analyzedAt);
	if (shownAt !== analysis.analyzedAt) {
		setShownAt(analysis.analyzedAt);
		setTouched(new Map([...touched].filter(([, { state }]) => state === "processing")));
	}
	const cards = [
		...[...touched.values()].map(({ card }) => card),
		...analysis.cards.filter(({ type }) => !touched.has(type)),
	].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
	const stateOf = ({ type }: Card): CardState => touched.get(type)?.state ?? "idle";
	return { cards, stateOf, touch, complete };
}

const order: readonly Card["type"][] = [
	"old_promotions",
	"large_attachments",
	"old_emails",
	"exact_duplicates",
	"spam_trash",
	"near_duplicates",
];
