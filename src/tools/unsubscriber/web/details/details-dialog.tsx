import { useState } from "react";
import { formatBytes, formatDate, formatNumber } from "#web/lib/format.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Subscription } from "../api.ts";
import { Badges } from "../badges.tsx";
import { readShare } from "../labels.ts";
import { t } from "../text.ts";
import { BlockLink } from "../unsubscribe/block-link.tsx";
import { type RowActionHandlers, RowActions } from "../unsubscribe/row-actions.tsx";
import { History } from "./history.tsx";
import { MonthBars } from "./month-bars.tsx";
import { PastMail } from "./past-mail.tsx";

interface DetailsDialogProps {
	/** Null: closed. */
	list: Subscription | null;
	busy: boolean;
	handlers: RowActionHandlers;
	onClose: () => void;
}

/** Details of one list: counts, unsubscribe method with reasons, mail, and attempts. */
export function DetailsDialog({ list, busy, handlers, onClose }: DetailsDialogProps) {
	// Keeps the last list rendered while the dialog closes, also when the list is no longer on the page.
	const [last, setLast] = useState(list);
	if (list !== null && list !== last) setLast(list);
	if (last === null) return null;
	/** One dialog at a time. */
	const closeThen = (action: (list: Subscription) => void) => (one: Subscription) => {
		onClose();
		action(one);
	};
	const closingHandlers: RowActionHandlers = {
		...handlers,
		notRequired: closeThen(handlers.notRequired),
		keep: closeThen(handlers.keep),
		undoDecision: closeThen(handlers.undoDecision),
		unsubscribe: closeThen(handlers.unsubscribe),
		unsubscribeAndDelete: closeThen(handlers.unsubscribeAndDelete),
		deleteMail: closeThen(handlers.deleteMail),
	};
	return (
		<Dialog
			open={list !== null}
			onClose={onClose}
			title={last.name}
			description={last.listId === null ? undefined : <span className="font-mono text-12">{last.listId}</span>}
			size="large"
			actions={<RowActions list={last} disabled={busy} handlers={closingHandlers} inDetails />}
		>
			<Details key={last.id} list={last} />
		</Dialog>
	);
}

type Part = "mail" | "history";

function Details({ list }: { list: Subscription }) {
	const [part, setPart] = useState<Part>("mail");
	const others = list.senderCount - list.senders.length;
	return (
		<div className="flex flex-col gap-4">
			<Badges list={list} />
			<p className="text-14">
				{list.unsubscribe.explanation}
				{list.attempt?.explanation && list.attempt.explanation !== list.unsubscribe.explanation && (
					<span className="block text-ink-2">{t.details.lastTried(list.attempt.explanation)}</span>
				)}
			</p>
			<div className="grid gap-4 md:grid-cols-2">
				<dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1 text-13 tabular-nums">
					<Fact name="Emails">
						{formatNumber(list.count)}, {list.rhythm.toLowerCase()}
					</Fact>
					<Fact name="Read">
						{readShare(list)} ({formatNumber(list.readCount)})
					</Fact>
					<Fact name="Space">{formatBytes(list.bytes)}</Fact>
					{list.since !== null && <Fact name="Since">{formatDate(list.since)}</Fact>}
					{list.lastAt !== null && <Fact name="Last">{formatDate(list.lastAt)}</Fact>}
					<Fact name={list.senderCount === 1 ? "Sender" : "Senders"}>
						{list.senders.map(({ email, count }) => (
							<span key={email} className="block break-all">
								<span className="font-mono text-12">{email}</span>
								{list.senderCount > 1 && <span className="text-ink-3"> {formatNumber(count)}</span>}
							</span>
						))}
						{others > 0 && <span className="text-ink-3">{t.details.andMore(others)}</span>}
					</Fact>
				</dl>
				<MonthBars months={list.months} />
			</div>
			<BlockLink list={list} small />
			<Tabs<Part>
				label={t.details.moreAbout(list.name)}
				value={part}
				onChange={setPart}
				tabs={[
					{ value: "mail", label: t.details.pastEmails },
					{ value: "history", label: t.details.attempts },
				]}
			>
				{part === "mail" ? <PastMail list={list} /> : <History list={list} />}
			</Tabs>
		</div>
	);
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
	return (
		<>
			<dt className="text-ink-3">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</>
	);
}
