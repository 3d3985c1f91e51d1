import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { AlarmClock, Bell, CalendarClock, Inbox, X } from "lucide-react";
import type { ReactNode } from "react";
import { formatMoment } from "#web/lib/base/format.ts";
import { inboxLink } from "#web/lib/base/links.ts";
import { snippetOf } from "#web/lib/base/snippet.ts";
import { accountsQuery } from "#web/lib/mailbox/accounts.ts";
import { ButtonLink, IconButton } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import type { MutedConversation, Reminder } from "../contract.ts";
import { mutedPages, reminderPages } from "./api.ts";
import { isStuck } from "./returned.ts";
import { t } from "./text.ts";
import { useReminderActions } from "./use-reminder-actions.ts";

/** Snoozed mail, reminders and muted conversations. */
export default function SnoozedPage() {
	const returned = useInfiniteQuery(reminderPages("returned"));
	const waiting = useInfiniteQuery(reminderPages("snoozed"));
	const noReply = useInfiniteQuery(reminderPages("no_reply"));
	const muted = useInfiniteQuery(mutedPages);
	const lists = [returned, waiting, noReply, muted];
	return (
		<Page>
			<PageHeader title={t.page.title} description={t.page.description} />
			<QueryView
				query={joined(lists)}
				errorTitle={t.page.couldntLoad}
				isEmpty={(total) => total === 0}
				empty={
					<EmptyState
						icon={AlarmClock}
						title={t.page.none}
						description={t.page.noneDescription}
						action={<ButtonLink {...inboxLink}>{t.page.goToInbox}</ButtonLink>}
					/>
				}
			>
				{() => (
					<>
						<Reminders title={t.page.returned} query={returned} />
						<Reminders title={t.page.snoozed} query={waiting} />
						<Reminders title={t.page.reminders} query={noReply} />
						<Muted query={muted} />
					</>
				)}
			</QueryView>
		</Page>
	);
}

type Pages<Item> = UseInfiniteQueryResult<InfiniteData<{ items: Item[]; total: number }>>;

/** Several lists as one query: their rows on the server, once all have loaded. */
function joined(lists: readonly Pages<unknown>[]) {
	const isLoaded = lists.every(({ data }) => data !== undefined);
	return {
		data: isLoaded ? lists.reduce((sum, list) => sum + totalOf(list), 0) : undefined,
		error: lists.find(({ error }) => error !== null)?.error ?? null,
		isPending: lists.some(({ isPending }) => isPending),
		isFetching: lists.some(({ isFetching }) => isFetching),
		refetch: () => Promise.all(lists.map((list) => list.refetch())),
	};
}

const itemsOf = <Item,>({ data }: Pages<Item>): Item[] => data?.pages.flatMap(({ items }) => items) ?? [];
const totalOf = ({ data }: Pages<unknown>): number => data?.pages[0]?.total ?? 0;

function Reminders({ title, query }: { title: string; query: Pages<Reminder> }) {
	const actions = useReminderActions();
	const items = itemsOf(query);
	if (items.length === 0) return null;
	return (
		<Card title={title} flush>
			<ul ref={steadyRows} className="divide-y divide-line">
				{items.map((one) => {
					const isSnooze = one.kind === "snooze";
					const isWaiting = one.state === "waiting";
					return (
						<Row
							key={one.id}
							email={one.email}
							accountId={one.accountId}
							subject={one.subject}
							note={one.note}
							person={isSnooze ? one.email?.senderName || one.email?.senderEmail : one.email?.recipient}
							time={timeOf(one)}
							actions={
								<>
									{(isWaiting || !isSnooze) && (
										<IconButton
											icon={CalendarClock}
											label={t.page.changeTime}
											size="small"
											onClick={() => void actions.changeTime(one)}
										/>
									)}
									{isSnooze && (isWaiting || isStuck(one)) && (
										<IconButton
											icon={Inbox}
											label={t.page.returnNow}
											size="small"
											onClick={() => actions.returnNow(one)}
										/>
									)}
									{!(isWaiting && isSnooze) && (
										<IconButton
											icon={X}
											label={isWaiting ? t.page.deleteReminder : t.page.dismiss}
											size="small"
											onClick={() => actions.dismiss(one)}
										/>
									)}
								</>
							}
						/>
					);
				})}
			</ul>
			<ShowMore query={query} shown={items.length} total={totalOf(query)} inCard />
		</Card>
	);
}

function timeOf(reminder: Reminder): string {
	const { kind, state, dueAt, returnedAt, returnReason } = reminder;
	if (state === "waiting") return formatMoment(dueAt);
	const at = formatMoment(returnedAt ?? dueAt);
	if (kind === "no_reply") return t.page.noReplySince(at);
	if (isStuck(reminder)) return t.page.stillArchived(at);
	return returnReason === "reply" ? t.page.replyAt(at) : t.page.backAt(at);
}

function Muted({ query }: { query: Pages<MutedConversation> }) {
	const actions = useReminderActions();
	const items = itemsOf(query);
	if (items.length === 0) return null;
	return (
		<Card title={t.page.muted} note={t.page.mutedNote} flush>
			<ul ref={steadyRows} className="divide-y divide-line">
				{items.map((one) => (
					<Row
						key={one.id}
						email={one.email}
						accountId={one.accountId}
						subject={one.email?.subject ?? ""}
						person={one.email?.senderName || one.email?.senderEmail}
						time={formatMoment(one.mutedAt)}
						actions={<IconButton icon={Bell} label={t.page.unmute} size="small" onClick={() => actions.unmute(one)} />}
					/>
				))}
			</ul>
			<ShowMore query={query} shown={items.length} total={totalOf(query)} inCard />
		</Card>
	);
}

interface RowProps {
	email: Reminder["email"];
	accountId: string;
	subject: string;
	/** What to do about it. */
	note?: string | null;
	person: string | undefined;
	time: string;
	actions: ReactNode;
}

function Row({ email, accountId, subject, note = null, person, time, actions }: RowProps) {
	const navigate = useNavigate();
	const { data: accounts = [] } = useQuery(accountsQuery);
	const mailbox = accounts.length > 1 ? accounts.find(({ id }) => id === accountId)?.name : undefined;
	return (
		<li className="flex items-start gap-3 px-4 py-2.5">
			<button
				type="button"
				disabled={email === null}
				onClick={() => email && void navigate({ ...inboxLink, params: { emailId: email.id } })}
				className="min-w-0 flex-1 rounded-1 text-left"
			>
				<span className="flex items-baseline gap-3">
					<span className="min-w-0 flex-1 truncate text-13 text-ink-2">
						{[person, mailbox].filter(Boolean).join(t.top.separator)}
					</span>
					<span className="shrink-0 text-12 text-ink-3 tabular-nums">{time}</span>
				</span>
				<span className="block truncate text-14 font-medium">{subject || t.page.noSubject}</span>
				{note === null ? (
					<span className="block truncate text-13 text-ink-3">
						{email === null ? "" : snippetOf({ ...email, subject })}
					</span>
				) : (
					<span className="block text-13 wrap-anywhere text-ink-2">{t.page.note(note)}</span>
				)}
			</button>
			<span className="flex shrink-0 items-center gap-1">{actions}</span>
		</li>
	);
}
