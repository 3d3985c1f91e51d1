import { useInfiniteQuery } from "@tanstack/react-query";
import { UserRoundCheck } from "lucide-react";
import { useState } from "react";
import type { GatedMailbox } from "#web/lib/mailbox/mailbox-gate.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { t } from "../base/text.ts";
import { MailboxSwitch } from "./mailbox-switch.tsx";
import { SenderRow } from "./sender-row.tsx";
import { type SenderState, screenerQuery } from "./use-screener.ts";

/** First-time senders waiting for a decision. */
export function ScreenerView({ mailbox }: { mailbox: GatedMailbox }) {
	const [state, setState] = useState<SenderState>("waiting");
	const query = useInfiniteQuery(screenerQuery(mailbox.account?.id, state));
	const names = new Map(mailbox.accounts.map(({ id, name }) => [id, name]));
	const several = mailbox.accounts.length > 1;
	return (
		<QueryView query={query} errorTitle={t.screener.couldntLoadScreener}>
			{({ pages }) => {
				const [first] = pages;
				const senders = pages.flatMap(({ items }) => items);
				const isOn = first?.mailboxes.some((one) => one.isOn) ?? false;
				return (
					<div className="flex flex-col gap-5">
						<Card title={t.screener.screener} note={t.screener.screenerNote}>
							<ul className="flex flex-col gap-4">
								{first?.mailboxes.map((one) => (
									<MailboxSwitch key={one.accountId} mailbox={one} name={names.get(one.accountId) ?? ""} />
								))}
							</ul>
						</Card>
						<Card
							title={t.screener.senders}
							actions={
								<Tabs
									label={t.screener.filterSenders}
									tabs={[
										{ value: "waiting", label: t.screener.waiting, count: first?.waiting },
										{ value: "accepted", label: t.screener.accepted },
										{ value: "blocked", label: t.screener.blocked },
									]}
									value={state}
									onChange={setState}
								/>
							}
							flush
						>
							{senders.length === 0 ? (
								<EmptyState icon={UserRoundCheck} {...emptyWords(state, isOn)} />
							) : (
								<ul ref={steadyRows} aria-label={t.screener.sendersIn(state)}>
									{senders.map((sender) => (
										<SenderRow
											key={`${sender.accountId} ${sender.senderEmail}`}
											sender={sender}
											mailbox={several ? names.get(sender.accountId) : undefined}
										/>
									))}
								</ul>
							)}
							{query.hasNextPage && (
								<div className="border-t border-line p-3 text-center">
									<Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
										{t.screener.showMore}
									</Button>
								</div>
							)}
						</Card>
					</div>
				);
			}}
		</QueryView>
	);
}

function emptyWords(state: SenderState, isOn: boolean): { title: string; description: string } {
	if (state !== "waiting") return { title: t.screener.noneYet(state), description: t.screener.noneYetDescription };
	if (!isOn) return { title: t.screener.screenerOff, description: t.screener.screenerOffDescription };
	return { title: t.screener.noSendersWaiting, description: t.screener.noSendersWaitingDescription };
}
