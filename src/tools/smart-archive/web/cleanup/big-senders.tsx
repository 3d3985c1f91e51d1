import { formatBytes, formatNumber } from "#web/lib/base/format.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { type Column, Table } from "#web/ui/table/table.tsx";
import type { BigSender } from "../../contract.ts";
import { searchOfSender } from "../../searches.ts";
import { cleanupNames } from "../base/labels.ts";
import { t } from "../base/text.ts";
import type { CleanupRequest } from "./cleanup-dialog.tsx";

interface BigSendersProps {
	senders: readonly BigSender[];
	disabled: boolean;
	account: string | undefined;
	onClean: (request: CleanupRequest) => void;
	/** Opens the form for a sweep rule. */
	onSweep: (senderEmail: string) => void;
}

/** The senders whose mail takes the most space. */
export function BigSenders({ senders, disabled, account, onClean, onSweep }: BigSendersProps) {
	const columns: Column<BigSender>[] = [
		{
			id: "sender",
			header: t.cleanup.sender,
			cell: ({ name, email }) => (
				<span className="block max-w-[38vw] min-w-0 md:max-w-[420px]">
					<span className="block truncate font-medium">{name === "" ? email : name}</span>
					<span className="block truncate font-mono text-12 text-ink-3">{email}</span>
				</span>
			),
		},
		{
			id: "share",
			header: t.cleanup.share,
			from: "md",
			width: "22%",
			cell: ({ share }) => (
				<span className="flex items-center gap-2">
					<span aria-hidden="true" className="h-1.5 w-24 overflow-hidden rounded-full bg-line">
						<span className="block h-full rounded-full bg-ink-3" style={{ width: `${Math.max(2, share * 100)}%` }} />
					</span>
					<span className="text-13 text-ink-2 tabular-nums">{Math.round(share * 100)}%</span>
				</span>
			),
		},
		{
			id: "count",
			header: t.cleanup.emails,
			align: "end",
			from: "sm",
			cell: ({ email, count }) => (
				<MailLink search={searchOfSender(email)} account={account}>
					{formatNumber(count)}
				</MailLink>
			),
		},
		{ id: "bytes", header: t.cleanup.space, align: "end", cell: ({ bytes }) => formatBytes(bytes) },
		{
			id: "acts",
			header: t.cleanup.cleanUp,
			hideHeader: true,
			align: "end",
			cell: ({ name, email }) => (
				<Menu
					align="end"
					trigger={
						<Button size="small" disabled={disabled} aria-label={t.cleanup.cleanUpSender(name || email)}>
							{t.cleanup.cleanUp}
						</Button>
					}
					entries={[
						...(["trash", "backup", "archive"] as const).map((cleanup) => ({
							label: cleanupNames[cleanup],
							onSelect: () =>
								onClean({
									title: t.cleanup.everythingFrom(name || email),
									selection: { type: "sender", email },
									cleanup,
									account,
								}),
						})),
						{ type: "separator" },
						{ label: t.cleanup.sweepRule, onSelect: () => onSweep(email) },
					]}
				/>
			),
		},
	];
	return (
		<Section title={t.cleanup.biggestSenders} note={t.cleanup.shareReceivedMail}>
			<Table label={t.cleanup.biggestSenders} columns={columns} rows={senders} rowKey={({ email }) => email} />
		</Section>
	);
}
