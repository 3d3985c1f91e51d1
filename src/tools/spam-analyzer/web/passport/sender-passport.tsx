import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatAgo, formatBytes, formatDate, formatPercent } from "#web/lib/base/format.ts";
import { ALL_MAILBOXES } from "#web/lib/base/links.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Badge } from "#web/ui/base/badge.tsx";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { Passport } from "../../contract.ts";
import { riskOf } from "../../scoring.ts";
import { analyzer, analyzerKeys } from "../base/api.ts";
import { riskTones, stateIcons } from "../base/labels.ts";
import { t } from "../base/text.ts";

/** Who a sender is, since when, how authenticated, how much mail, and what the user did; with links to what can be done. */
export function SenderPassport({ address, account }: { address: string; account: string }) {
	const query = useQuery({
		queryKey: analyzerKeys.passport(address),
		queryFn: ({ signal }) => analyzer.getSenderPassport({ query: { address } }, { signal }),
	});
	return (
		<QueryView query={query} loading={<Skeleton rows={5} shape="text" />}>
			{(passport) => <Facts passport={passport} account={account} />}
		</QueryView>
	);
}

function Facts({ passport, account }: { passport: Passport; account: string }) {
	const { address, domain, organization, findings, mail, read, bytes, analysis } = passport;
	const warnings = findings.filter(({ state }) => state === "warn" || state === "fail");
	const checked = mail === null ? 0 : mail.authenticated + mail.notAuthenticated;
	return (
		<div className="flex flex-col gap-3 px-4 py-3 text-13">
			<p className="font-mono break-all">{address}</p>
			{warnings.map(({ state, detail }) => (
				<Warning key={detail} state={state} detail={detail} />
			))}
			<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
				<Row label={t.passport.organization}>{organization || domain}</Row>
				{mail !== null && (
					<>
						{mail.firstSeen !== null && mail.lastSeen !== null && (
							<Row label={t.passport.since}>
								{t.passport.period(formatDate(mail.firstSeen), formatAgo(mail.lastSeen))}
							</Row>
						)}
						<Row label={t.passport.authentication}>
							{checked === 0 ? t.passport.noResults : t.passport.passed(mail.authenticated, checked)}
						</Row>
						<Row label={t.passport.volume}>
							<MailLink search={mail.received === 0 ? null : mail.search} account={ALL_MAILBOXES}>
								{t.result.received(mail.received)}
							</MailLink>
							{`, ${formatBytes(bytes)}${mail.inSpam > 0 ? `, ${t.result.inSpam(mail.inSpam)}` : ""}`}
						</Row>
						<Row label={t.passport.you}>{doneBy(mail, read)}</Row>
					</>
				)}
				<Row label={t.result.trustScore}>
					{analysis === null ? t.passport.notAnalyzed : <Score analysis={analysis} />}
				</Row>
			</dl>
			<Links address={address} account={account} />
		</div>
	);
}

function Row({ label, children }: { label: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-ink-3">{label}</dt>
			<dd className="min-w-0 break-words">{children}</dd>
		</>
	);
}

function Warning({ state, detail }: Passport["findings"][number]) {
	const { icon: Icon, tone } = stateIcons[state];
	return (
		<p className="flex items-start gap-2">
			<Icon aria-hidden="true" size={14} className={`mt-0.5 shrink-0 ${tone}`} />
			<span className="min-w-0 break-words">{detail}</span>
		</p>
	);
}

/** What the user did with the sender's mail. */
function doneBy(mail: NonNullable<Passport["mail"]>, read: number): string {
	const { received, sent, markedAsSpam, unsubscribedAt } = mail;
	return [
		received > 0 && t.passport.read(formatPercent((100 * read) / received)),
		t.passport.wrote(sent),
		markedAsSpam > 0 && t.passport.markedAsSpam(markedAsSpam),
		unsubscribedAt !== null && t.result.unsubscribed(formatDate(unsubscribedAt)),
	]
		.filter((part) => part !== false)
		.join(", ");
}

function Score({ analysis: { trustScore, analyzedAt } }: { analysis: NonNullable<Passport["analysis"]> }) {
	return (
		<span className="flex flex-wrap items-center gap-2">
			{trustScore === null ? (
				t.result.noScore
			) : (
				<Badge tone={riskTones[riskOf(trustScore)]}>{t.result.outOf(trustScore)}</Badge>
			)}
			<span className="text-ink-3">{formatAgo(analyzedAt)}</span>
		</span>
	);
}

function Links({ address, account }: { address: string; account: string }) {
	const installed = useInstalled();
	const links: { to: string; label: string; search: Record<string, string> }[] = [
		{ to: "/tool/spam-analyzer", label: t.passport.analyze, search: { email: address } },
		{ to: "/tool/block-filter", label: t.passport.filter, search: { type: "sender", value: address, account } },
		{ to: "/tool/enrichment", label: t.passport.enrich, search: { email: address } },
	];
	return (
		<p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3">
			{links
				.filter(({ to }) => installed.hasPath(to))
				.map(({ to, label, search }) => (
					<PathLink
						key={to}
						to={to}
						search={search}
						className="font-medium text-accent underline-offset-2 hover:underline"
					>
						{label}
					</PathLink>
				))}
		</p>
	);
}
