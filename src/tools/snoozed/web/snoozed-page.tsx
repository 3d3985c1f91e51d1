import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { AlarmClock, Bell, CalendarClock, Inbox, X } from "lucide-react";
import type { ReactNode } from "react";
import { accountsQuery } from "#web/lib/accounts.ts";
import { formatMoment } from "#web/lib/format.ts";
import { inboxLink } from "#web/lib/links.ts";
import { snippetOf } from "#web/lib/snippet.ts";
import { ButtonLink, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import type { MutedConversation, Reminder } from "../contract.ts";
import { mutedQuery, remindersQuery } from "./api.ts";
import { isStuck } from "./returned.ts";
import { t } from "./text.ts";
import { useReminderActions } from "./use-reminder-actions.ts";

/** Snoozed mail, reminders and muted conversations. */
export default function SnoozedPage() {
	const reminders = useQuery(remindersQuery);
	const muted = useQuery(mutedQuery);
	return (
		<Page>
			<PageHeader title={t.page.title} description={t.page.description} />
			<QueryView
				query={reminders}
				errorTitle={t.page.couldntLoad}
				isEmpty={(items) => items.length === 0 && muted.data?.length === 0}
				empty={
					<EmptyState
						icon={AlarmClock}
						title={t.page.none}
						description={t.page.noneDescription}
						action={<ButtonLink {...inboxLink}>{t.page.goToInbox}</ButtonLink>}
					/>
				}
			>
				{(items) => (
					<>
						<Reminders title={t.page.returned} items={items.filter(({ state }) => state === "returned")} />
						<Reminders title={t.page.snoozed} items={waiting(items, "snooze")} />
						<Reminders title={t.page.reminders} items={waiting(items, "no_reply")} />
						<Muted items={muted.data ?? []} />
					</>
				)}
			</QueryView>
		</Page>
	);
}

function waiting(items: readonly Reminder[], kind: Reminder["kind"]): Reminder[] {
	return items.filter((one) => one.state === "waiting" && one.kind === kind);
}

function Reminders({ title, items }: { title: string; items: readonly Reminder[] }) {
	const actions = useReminderActions();
	if (items.length === 0) return null;
	return (
		<Card title={title} flush>
			<ul className="divide-y divide-line">
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

function Muted({ items }: { items: readonly MutedConversation[] }) {
	const actions = useReminderActions();
	if (items.length === 0) return null;
	return (
		<Card title={t.page.muted} note={t.page.mutedNote} flush>
			<ul className="divide-y divide-line">
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
