import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { keys } from "#web/lib/api/query-client.ts";
import { formatDate, formatListTime } from "#web/lib/base/format.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { engineQuery } from "#web/lib/settings/settings-api.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Defined } from "#web/ui/base/defined.tsx";
import { PathLink } from "#web/ui/base/path-link.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Brief, BriefItem, WrittenBrief } from "../brief-contract.ts";
import { tool } from "../tool.ts";
import { dashboard } from "./api.ts";
import { MailLink } from "./mail-link.tsx";
import { t } from "./text.ts";

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The brief of the selected mailbox, or of all. */
export function useBrief(enabled: boolean) {
	const { account } = useSelection();
	return useQuery({
		queryKey: [...keys.mail, tool.id, "brief", account?.id ?? null],
		queryFn: ({ signal }) => dashboard.getBrief({ query: { account: account?.id, zone: zone() } }, { signal }),
		staleTime: 5 * 60_000,
		enabled,
	});
}

/** What is new, who waits, what takes place today, and what is asked for: each line opens its email. */
export function BriefPanel({ query }: { query: ReturnType<typeof useBrief> }) {
	const { account } = useSelection();
	const written = useMutation({
		mutationFn: () => dashboard.writeBrief({ body: { account: account?.id, zone: zone() } }),
		onError: (error) => toast({ title: t.brief.writingFailed, description: error.message, tone: "destructive" }),
	});
	const hasModel = useQuery(engineQuery).data?.engine.kind === "model";
	return (
		<Section
			title={t.brief.title}
			note={t.brief.note}
			actions={
				hasModel && (
					<Button size="small" icon={Sparkles} busy={written.isPending} onClick={() => written.mutate()}>
						{t.brief.write}
					</Button>
				)
			}
		>
			<div className="flex flex-col gap-4">
				{written.data && <Written brief={written.data} />}
				<QueryView
					query={query}
					errorTitle={t.brief.couldntLoad}
					loading={<Skeleton rows={4} label={t.brief.loading} />}
				>
					{(brief) => <Parts brief={brief} />}
				</QueryView>
			</div>
		</Section>
	);
}

function Parts({ brief: { newMail, waiting, invitations, dates } }: { brief: Brief }) {
	const { hasPath } = useInstalled();
	const tracker = "/tool/follow-up-tracker";
	if (newMail.total + waiting.total + invitations.items.length + dates.items.length === 0)
		return <p className="border-t border-line pt-3 text-14 text-ink-2">{t.brief.nothing}</p>;
	return (
		<div className="grid gap-x-12 gap-y-5 lg:grid-cols-2">
			<Part
				title={t.brief.waiting}
				isEmpty={waiting.items.length === 0}
				empty={t.brief.nobodyWaits}
				more={
					hasPath(tracker) &&
					waiting.total > 0 && (
						<PathLink
							to={tracker}
							search={{ tab: "me" }}
							className="rounded-1 text-13 underline decoration-line-strong decoration-1 underline-offset-[5px] hover:decoration-current"
						>
							<Defined figure="waitingForMe">{t.brief.allWaiting(waiting.total)}</Defined>
						</PathLink>
					)
				}
			>
				{waiting.items.map((item) => (
					<Line key={item.emailId} item={item} />
				))}
			</Part>
			<Part
				title={t.brief.newMail}
				isEmpty={newMail.items.length === 0}
				empty={t.brief.nothingNew}
				more={
					newMail.total > 0 && (
						<span className="text-13">
							<MailLink q={newMail.q}>{t.brief.all(newMail.total)}</MailLink>
						</span>
					)
				}
			>
				{newMail.items.map((item) => (
					<Line key={item.emailId} item={item} />
				))}
			</Part>
			<Invitations {...invitations} />
			<Dates {...dates} />
		</div>
	);
}

function Invitations({ items, read, emails }: Brief["invitations"]) {
	return (
		<Part
			title={t.brief.invitations}
			isEmpty={items.length === 0}
			empty={t.brief.noInvitations}
			more={emails > read && <Extent>{t.brief.readInvitations(read, emails)}</Extent>}
		>
			{items.map(({ emailId, summary, location, start, isDate }) => (
				<Row key={emailId} emailId={emailId}>
					<span className="w-16 shrink-0 font-semibold tabular-nums">
						{isDate ? t.brief.allDay : formatListTime(start)}
					</span>
					<span className="min-w-0 flex-1 truncate">
						{summary} {location !== "" && <span className="text-ink-3">{location}</span>}
					</span>
				</Row>
			))}
		</Part>
	);
}

function Dates({ items, total, read, emails }: Brief["dates"]) {
	return (
		<Part
			title={t.brief.dates}
			isEmpty={items.length === 0}
			empty={t.brief.noDates}
			more={
				(emails > read || total > items.length) && (
					<Extent>
						{[
							total > items.length && t.brief.shown(items.length, total),
							emails > read && t.brief.readEmails(read, emails),
						]
							.filter(Boolean)
							.join(" · ")}
					</Extent>
				)
			}
		>
			{items.map((item) => (
				<Line
					key={`${item.emailId} ${item.line}`}
					item={item}
					mark={<Badge tone="amber">{formatDate(`${item.due}T12:00:00`)}</Badge>}
				/>
			))}
		</Part>
	);
}

interface PartProps {
	title: string;
	isEmpty: boolean;
	empty: string;
	more?: ReactNode;
	children: ReactNode;
}

function Part({ title, isEmpty, empty, more, children }: PartProps) {
	return (
		<section className="min-w-0">
			<div className="flex min-h-8 items-center justify-between gap-3">
				<h3 className="text-13 font-medium text-ink-2">{title}</h3>
				{more}
			</div>
			{isEmpty ? <p className="border-t border-line py-2 text-14 text-ink-3">{empty}</p> : <ul>{children}</ul>}
		</section>
	);
}

/** How much was read or is shown, where it is not all. */
function Extent({ children }: { children: ReactNode }) {
	return <span className="text-12 text-ink-3 tabular-nums">{children}</span>;
}

function Line({ item: { emailId, sender, subject, line, at }, mark }: { item: BriefItem; mark?: ReactNode }) {
	return (
		<Row emailId={emailId}>
			<span className="min-w-0 flex-1">
				<span className="flex gap-3">
					<span className="min-w-0 flex-1 truncate font-semibold">{sender}</span>
					{mark ?? <span className="shrink-0 text-12 text-ink-3 tabular-nums">{formatListTime(at)}</span>}
				</span>
				<span dir="auto" title={subject} className="block truncate text-ink-2">
					{line}
				</span>
			</span>
		</Row>
	);
}

function Row({ emailId, children }: { emailId: string; children: ReactNode }) {
	return (
		<li className="border-t border-line">
			<Link
				to="/inbox/{-$emailId}"
				params={{ emailId }}
				className="-mx-2 flex min-h-11 items-center gap-3 rounded-2 px-2 py-1.5 text-14 hover:bg-sunken"
			>
				{children}
			</Link>
		</li>
	);
}

/** The brief in sentences of a model. */
function Written({ brief: { sentences, dropped, engine } }: { brief: WrittenBrief }) {
	return (
		<div className="border-t border-line pt-3">
			<ul aria-live="polite" className="flex max-w-prose flex-col gap-1.5 text-16 leading-relaxed">
				{sentences.map(({ text, sources, isSupported }) => (
					<li key={text}>
						<span dir="auto">{text}</span> {!isSupported && <Badge tone="amber">{t.brief.notInEmails}</Badge>}{" "}
						{sources.map((id, index) => (
							<Link
								key={id}
								to="/inbox/{-$emailId}"
								params={{ emailId: id }}
								className="mr-1.5 text-13 text-accent underline underline-offset-2"
							>
								{t.brief.source(index + 1, sources.length)}
							</Link>
						))}
					</li>
				))}
			</ul>
			<p className="pt-1.5 text-12 text-ink-3">
				{dropped > 0 && `${t.brief.dropped(dropped)} `}
				{t.brief.model(engine.model ?? "", engine.host ?? "")}
			</p>
		</div>
	);
}
