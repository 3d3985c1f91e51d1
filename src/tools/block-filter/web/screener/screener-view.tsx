import { useInfiniteQuery } from "@tanstack/react-query";
import { UserRoundCheck } from "lucide-react";
import { useState } from "react";
import type { GatedMailbox } from "#web/lib/mailbox/mailbox-gate.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
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
		<QueryView query={query} errorTitle="The screener could not be loaded">
			{({ pages }) => {
				const [first] = pages;
				const senders = pages.flatMap(({ items }) => items);
				const isOn = first?.mailboxes.some((one) => one.isOn) ?? false;
				return (
					<div className="flex flex-col gap-5">
						<Card
							title="Screener"
							note="Mail of people who have never written before, and to whom you never wrote, waits here until you decide. Your filters come first."
						>
							<ul className="flex flex-col gap-4">
								{first?.mailboxes.map((one) => (
									<MailboxSwitch key={one.accountId} mailbox={one} name={names.get(one.accountId) ?? ""} />
								))}
							</ul>
						</Card>
						<Card
							title="Senders"
							actions={
								<Tabs
									label="Which senders"
									tabs={[
										{ value: "waiting", label: "Waiting", count: first?.waiting },
										{ value: "accepted", label: "Accepted" },
										{ value: "blocked", label: "Blocked" },
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
								<ul aria-label={`Senders: ${state}`}>
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
										Show more
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
	if (state !== "waiting")
		return { title: `Nobody ${state} yet`, description: "Your decisions are listed here, and can be changed." };
	if (!isOn)
		return { title: "The screener is off", description: "Switch it on, and first-time senders wait here for you." };
	return { title: "Nobody is waiting", description: "Everybody who has written is known to you." };
}
