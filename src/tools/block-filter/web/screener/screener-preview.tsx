import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bySender, inRange, searchFor } from "#shared/search/scopes.ts";
import { formatCount } from "#web/lib/format.ts";
import { MailLink } from "#web/lib/mail-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { t } from "../text.ts";
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
			<Disclosure label={t.screener.showSenders} open={isOpen} onToggle={setIsOpen}>
				<ul className="flex flex-col gap-1">
					{items.map(({ senderEmail, senderName, count: emails }) => (
						<li key={senderEmail} className="flex flex-wrap items-baseline gap-x-2">
							<span className="font-medium break-words">{senderName || senderEmail}</span>
							<MailLink
								search={searchFor({ kind: "in", folder: "inbox" }, bySender(senderEmail), ...inRange({ from: since }))}
								account={account}
							>
								{formatCount(emails, "email")}
							</MailLink>
						</li>
					))}
				</ul>
				<ShowMore query={query} shown={items.length} total={total} />
			</Disclosure>
			<Button size="small" busy={isBusy} onClick={onScreen}>
				{t.screener.screenThem}
			</Button>
		</div>
	);
}
