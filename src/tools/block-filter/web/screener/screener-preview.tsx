import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bySender, inRange, searchFor } from "#shared/search/scopes.ts";
import { formatCount } from "#web/lib/base/format.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { t } from "../base/text.ts";
import { screenerPreviewQuery } from "./use-screener.ts";

interface ScreenerPreviewProps {
	account: string;
	isBusy: boolean;
	/** Turns the screener on, and screens these senders. */
	onScreen: () => void;
}

/** What the screener would have quarantined, while it is off. */
export function ScreenerPreview({ account, isBusy, onScreen }: ScreenerPreviewProps) {
	const [isOpen, setIsOpen] = useState(false);
	const query = useInfiniteQuery(screenerPreviewQuery(account));
	const [first] = query.data?.pages ?? [];
	if (first === undefined) return null;
	if (first.total === 0) return <p className="text-13 text-ink-2">{t.screener.wouldHaveQuarantinedNone}</p>;
	const { since, count, total } = first;
	const items = query.data?.pages.flatMap((page) => page.items) ?? [];
	return (
		<div className="flex flex-col items-start gap-2 text-13">
			<p className="text-ink-2">
				{t.screener.wouldHaveQuarantined(formatCount(count, "email"), formatCount(total, "new sender"))}
			</p>
			<div className="self-stretch">
				<Disclosure label={t.screener.newSenders} open={isOpen} onToggle={setIsOpen}>
					<div className="overflow-hidden rounded-2 border border-line">
						<ul aria-label={t.screener.newSenders} className="divide-y divide-line">
							{items.map(({ senderEmail, senderName, count: emails }) => (
								<li key={senderEmail} className="flex items-baseline gap-3 px-3 py-2">
									<span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
										<span className="min-w-0 font-medium break-words">{senderName || senderEmail}</span>
										{/* Anybody can choose a name. */}
										{senderName !== "" && <span className="font-mono text-12 break-all text-ink-3">{senderEmail}</span>}
									</span>
									<span className="shrink-0">
										<MailLink
											search={searchFor(
												{ kind: "in", folder: "inbox" },
												bySender(senderEmail),
												...inRange({ from: since }),
											)}
											account={account}
										>
											{formatCount(emails, "email")}
										</MailLink>
									</span>
								</li>
							))}
						</ul>
						<ShowMore query={query} shown={items.length} total={total} inCard />
					</div>
				</Disclosure>
			</div>
			<Button size="small" busy={isBusy} onClick={onScreen}>
				{t.screener.screenThem}
			</Button>
		</div>
	);
}
