import { useState } from "react";
import { formatBytes, formatDate, formatNumber } from "#web/lib/base/format.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Defined } from "#web/ui/base/defined.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { PanelFigures, PanelSection, usePanelRoom, WorkPanel } from "#web/ui/workbench/panel.tsx";
import { searchOfAddress, searchOfList, searchOfRead } from "../../searches.ts";
import type { Periods, Subscription } from "../base/api.ts";
import { perWeek } from "../base/emails-a-week.ts";
import { readRate } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { PanelActions } from "../unsubscribe/row-actions.tsx";
import type { RowActionHandlers } from "../unsubscribe/row-menu.tsx";
import { History } from "./history.tsx";
import { ListMail } from "./list-mail.tsx";
import { MethodSection } from "./method-section.tsx";
import { VolumeChart } from "./volume-chart.tsx";

interface ListPanelProps {
	/** Null: closed. */
	list: Subscription | null;
	busy: boolean;
	handlers: RowActionHandlers;
	/** Of the counts, ISO 8601. */
	range: { from: string; until?: string };
	periods: Periods;
	onClose: () => void;
}

/** One list: its volume over the range, how to unsubscribe and why, its emails and attempts. */
export function ListPanel({ list, busy, handlers, range, periods, onClose }: ListPanelProps) {
	const hasRoom = usePanelRoom();
	// Keeps the content rendered while the sheet closes.
	const [last, setLast] = useState(list);
	if (list !== null && list !== last) setLast(list);
	if (last === null) return null;
	/** The sheet covers the rows and the dialogs. */
	const closeThen = (action: (list: Subscription) => void) => (one: Subscription) => {
		if (!hasRoom) onClose();
		action(one);
	};
	const own: RowActionHandlers = {
		...handlers,
		notRequired: closeThen(handlers.notRequired),
		keep: closeThen(handlers.keep),
		undoDecision: closeThen(handlers.undoDecision),
		unsubscribe: closeThen(handlers.unsubscribe),
		unsubscribeAndDelete: closeThen(handlers.unsubscribeAndDelete),
		alwaysArchive: closeThen(handlers.alwaysArchive),
		pause: closeThen(handlers.pause),
		release: closeThen(handlers.release),
		deleteMail: closeThen(handlers.deleteMail),
	};
	return (
		<WorkPanel
			open={list !== null}
			onClose={onClose}
			title={last.name}
			subtitle={<span className="font-mono text-12 break-all">{last.listId ?? last.senders[0]?.email}</span>}
			actions={<PanelActions list={last} disabled={busy} handlers={own} />}
		>
			<Details key={last.id} list={last} range={range} periods={periods} />
		</WorkPanel>
	);
}

type Part = "mail" | "history";
type DetailsProps = { list: Subscription } & Pick<ListPanelProps, "range" | "periods">;

function Details({ list, range, periods }: DetailsProps) {
	const [part, setPart] = useState<Part>("mail");
	return (
		<>
			<PanelFigures
				items={[
					{
						label: t.details.emails,
						value: (
							<Defined figure="listEmails">
								<MailLink search={list.count === 0 ? null : searchOfList(list, range)} account={list.accountId}>
									{formatNumber(list.count)}
								</MailLink>
							</Defined>
						),
					},
					{ label: t.subscriptions.aWeekShort, value: <Defined figure="listRate">{perWeek(list, range)}</Defined> },
					{
						label: t.details.readOf(readRate(list)),
						value: (
							<Defined figure="listRead">
								<MailLink search={list.readCount === 0 ? null : searchOfRead(list, range)} account={list.accountId}>
									{formatNumber(list.readCount)}
								</MailLink>
							</Defined>
						),
					},
					{ label: t.details.space, value: <span className="text-16">{formatBytes(list.bytes)}</span> },
				]}
			/>
			<PanelSection title={t.details.whatItSends} end={<span className="text-13 text-ink-2">{list.rhythm}</span>}>
				<VolumeChart list={list} periods={periods} range={range} />
				<Senders list={list} range={range} />
			</PanelSection>
			<MethodSection list={list} />
			<div className="border-t border-line pt-3">
				<Tabs<Part>
					label={t.details.moreAbout(list.name)}
					value={part}
					onChange={setPart}
					tabs={[
						{ value: "mail", label: t.details.pastEmails },
						{ value: "history", label: t.details.attempts },
					]}
				>
					{part === "mail" ? <ListMail list={list} /> : <History list={list} />}
				</Tabs>
			</div>
		</>
	);
}

/** First and last email, and the addresses where there are several. */
function Senders({ list, range }: Omit<DetailsProps, "periods">) {
	const others = list.senderCount - list.senders.length;
	return (
		<>
			{list.since !== null && list.lastAt !== null && (
				<p className="text-13 text-ink-3">{t.details.sinceAndLast(formatDate(list.since), formatDate(list.lastAt))}</p>
			)}
			{list.senderCount > 1 && (
				<ul aria-label={t.details.senders} className="flex flex-col gap-0.5 text-13">
					{list.senders.map(({ email, count }) => (
						<li key={email} className="flex justify-between gap-3">
							<span className="min-w-0 truncate font-mono text-12">{email}</span>
							<span className="tabular-nums">
								<MailLink search={searchOfAddress(list, range, email)} account={list.accountId}>
									{formatNumber(count)}
								</MailLink>
							</span>
						</li>
					))}
					{others > 0 && <li className="text-ink-3">{t.details.andMore(others)}</li>}
				</ul>
			)}
		</>
	);
}
