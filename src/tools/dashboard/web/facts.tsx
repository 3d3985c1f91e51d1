import type { ReactNode } from "react";
import type { FigureId } from "#shared/figures/figures.ts";
import { formatAgo, formatBytes, formatNumber, formatQuota, formatUsed } from "#web/lib/base/format.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { Defined } from "#web/ui/base/defined.tsx";
import { PathLink } from "#web/ui/base/path-link.tsx";
import type { Overview } from "../contract.ts";
import { queries } from "../queries.ts";
import { MailLink } from "./mail-link.tsx";
import { t } from "./text.ts";

/** The main figures in one line; each opens its emails. */
export function Facts({ overview }: { overview: Overview }) {
	const { totalEmails, inboxEmails, unreadEmails, promotionalEmails, spamCount, lastScanDate } = overview;
	return (
		<ul
			aria-label={t.facts.label}
			// Cuts off the points at the beginnings of lines, and leaves room for the focus.
			className="-ml-4 flex flex-wrap gap-y-1.5 text-14 text-ink-2 [clip-path:inset(-4px_-4px_-4px_12px)]"
		>
			<Fact figure="emails" value={totalEmails} name={t.facts.emails(totalEmails)} q={queries.all} />
			<Fact figure="inbox" value={inboxEmails} name={t.facts.inbox} q={queries.inbox} />
			<Fact figure="unread" value={unreadEmails} name={t.facts.unread} q={queries.unread} />
			<Fact figure="promotional" value={promotionalEmails} name={t.facts.promotional} q={queries.promotional} />
			<Fact figure="spam" value={spamCount} name={t.facts.spam} q={queries.spam} />
			<Item>
				<Defined figure={overview.storage?.quotaBytes === 0 ? "mailSize" : "quota"}>
					<StorageFact overview={overview} />
				</Defined>
			</Item>
			<Item>{lastScanDate === null ? t.facts.neverSynced : t.facts.synced(formatAgo(lastScanDate))}</Item>
		</ul>
	);
}

function Item({ children }: { children: ReactNode }) {
	return (
		<li className="relative pl-4 whitespace-nowrap before:absolute before:left-1.5 before:text-ink-3 before:content-['·']">
			{children}
		</li>
	);
}

interface FactProps {
	figure: FigureId;
	value: number | null;
	name: string;
	q: string;
}

function Fact({ figure, value, name, q }: FactProps) {
	return (
		<Item>
			{value === null ? (
				t.facts.named(name, t.facts.notAvailable)
			) : (
				<Defined figure={figure}>
					<MailLink q={q}>
						<strong className="font-semibold text-ink tabular-nums">{formatNumber(value)}</strong> {name}
					</MailLink>
				</Defined>
			)}
		</Item>
	);
}

function StorageFact({ overview: { storage } }: { overview: Overview }) {
	const { hasPath } = useInstalled();
	if (storage === null) return t.facts.named(t.facts.storage, t.facts.notAvailable);
	const text = (
		<>
			<strong className="font-semibold text-ink tabular-nums">
				{storage.isEstimated && "≈ "}
				{storage.quotaBytes === 0
					? formatBytes(storage.usedBytes)
					: formatUsed(storage.quotaUsedBytes, storage.quotaBytes)}
			</strong>{" "}
			{storage.quotaBytes === 0 ? t.facts.used : t.facts.of(formatQuota(storage.quotaBytes))}
		</>
	);
	const path = "/tool/smart-archive";
	if (!hasPath(path)) return text;
	return (
		<PathLink
			to={path}
			className="rounded-1 underline decoration-line-strong decoration-1 underline-offset-[5px] hover:decoration-current"
		>
			{text}
		</PathLink>
	);
}

/** What the storage is a share of. */
export function storageBasis({ storage }: Pick<Overview, "storage">): string | undefined {
	if (storage === null) return undefined;
	return storage.isEstimated
		? `${t.storage.estimated} ${t.storage.basis[storage.quotaBasis]}`
		: t.storage.basis[storage.quotaBasis];
}
