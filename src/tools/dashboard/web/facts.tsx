import type { ReactNode } from "react";
import { formatAgo, formatNumber, formatQuota, formatUsed } from "#web/lib/base/format.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
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
			<Fact value={totalEmails} name={t.facts.emails(totalEmails)} q={queries.all} />
			<Fact value={inboxEmails} name={t.facts.inbox} q={queries.inbox} />
			<Fact value={unreadEmails} name={t.facts.unread} q={queries.unread} />
			<Fact value={promotionalEmails} name={t.facts.promotional} q={queries.promotional} />
			<Fact value={spamCount} name={t.facts.spam} q={queries.spam} />
			<Item>
				<StorageFact overview={overview} />
			</Item>
			<Item>{lastScanDate === null ? t.facts.neverScanned : t.facts.scanned(formatAgo(lastScanDate))}</Item>
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

function Fact({ value, name, q }: { value: number | null; name: string; q: string }) {
	return (
		<Item>
			{value === null ? (
				t.facts.named(name, t.facts.notAvailable)
			) : (
				<MailLink q={q}>
					<strong className="font-semibold text-ink tabular-nums">{formatNumber(value)}</strong> {name}
				</MailLink>
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
				{formatUsed(storage.usedBytes, storage.quotaBytes)}
			</strong>{" "}
			{t.facts.of(formatQuota(storage.quotaBytes))}
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
