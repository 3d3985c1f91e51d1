import { Ban, Check } from "lucide-react";
import { ANYWHERE, bySender, searchFor } from "#shared/search/scopes.ts";
import { formatCount, formatFullTime, formatMailTime } from "#web/lib/base/format.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import type { ScreenedSender } from "../../contract.ts";
import { t } from "../base/text.ts";
import { useDecide } from "./use-screener.ts";

interface SenderRowProps {
	sender: ScreenedSender;
	/** Name of its mailbox, where there are several. */
	mailbox: string | undefined;
}

/** A first-time sender: name, newest email, and the decision buttons. */
export function SenderRow({ sender, mailbox }: SenderRowProps) {
	const decide = useDecide();
	const { senderEmail, senderName, state, count, firstAt, newest } = sender;
	const name = senderName || senderEmail;
	const isBusy = (decision: "accept" | "block") => decide.isPending && decide.variables.decision === decision;
	return (
		<li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line px-4 py-3 last:border-0">
			<Avatar name={name} />
			<div className="min-w-0 flex-1 basis-60">
				<p className="flex flex-wrap items-baseline gap-x-2">
					<span className="text-14 font-semibold break-words">{name}</span>
					{senderName !== "" && <span className="font-mono text-12 break-all text-ink-3">{senderEmail}</span>}
					{mailbox !== undefined && <Badge>{mailbox}</Badge>}
				</p>
				{newest && (
					<p className="truncate text-13 text-ink-2">
						<span className="font-medium text-ink">{newest.subject || t.screener.noSubject}</span>
						{newest.preview !== "" && ` · ${newest.preview}`}
					</p>
				)}
				<p className="text-12 text-ink-3">
					<MailLink search={count === 0 ? null : searchFor(ANYWHERE, bySender(senderEmail))} account={sender.accountId}>
						{formatCount(count, "email")}
					</MailLink>
					{t.screener.firstEmail(count)}{" "}
					<time dateTime={firstAt} title={formatFullTime(firstAt)}>
						{formatMailTime(firstAt)}
					</time>
				</p>
			</div>
			<div className="flex shrink-0 gap-2 max-sm:ml-12">
				{state !== "accepted" && (
					<Button
						size="small"
						icon={Check}
						busy={isBusy("accept")}
						aria-label={t.screener.acceptSender(name)}
						onClick={() => decide.mutate({ sender, decision: "accept" })}
					>
						{t.screener.accept}
					</Button>
				)}
				{state !== "blocked" && (
					<Button
						size="small"
						icon={Ban}
						busy={isBusy("block")}
						aria-label={t.screener.blockSender(name)}
						onClick={() => decide.mutate({ sender, decision: "block" })}
					>
						{t.screener.block}
					</Button>
				)}
			</div>
		</li>
	);
}
