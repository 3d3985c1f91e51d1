import type { QueryClient } from "@tanstack/react-query";
import { AlarmClock, BellOff, BellRing } from "lucide-react";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { allPages } from "#web/lib/api/all-pages.ts";
import { formatMailTime, formatMoment } from "#web/lib/base/format.ts";
import type {
	ConversationAction,
	InboxChanges,
	InboxExtension,
	MailMark,
	Task,
} from "#web/lib/screens/inbox-extension.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { MAX_MESSAGES, MAX_NOTE } from "../limits.ts";
import { mutedQuery, remindersQuery, snoozed } from "./api.ts";
import { InboxTop } from "./inbox-top.tsx";
import { reminderChoices, snoozeChoices, taskChoices } from "./presets.ts";
import { t } from "./text.ts";
import { askTime } from "./time-request.ts";

const MINUTE_MS = 60_000;

/** Folders whose messages come back or are muted. */
const isKept = ({ folder }: { folder: string }) => !["sent", "drafts", "spam", "trash"].includes(folder);

const canSnooze = (mail: readonly EmailItem[]): boolean => mail.length <= MAX_MESSAGES && mail.some(isKept);

const snooze: ConversationAction = {
	id: "snooze",
	label: t.actions.snooze,
	icon: AlarmClock,
	keys: "b",
	isPrimary: true,
	isFor: canSnooze,
	async run(_, inbox) {
		const now = new Date();
		const until = await askTime({
			title: t.actions.snoozeUntil,
			confirm: t.actions.snooze,
			choices: snoozeChoices(now),
		});
		if (until === null) return;
		await snoozeUntil(inbox, { until, title: t.actions.snoozedUntil(formatMoment(until)) });
	},
};

/** Snoozes the message until something that it asks for is due, which is shown when it comes back. */
function remindOfTask({ text, due }: Task): ConversationAction {
	return {
		id: "remind-of-task",
		label: t.actions.remindOfTask,
		icon: BellRing,
		isFor: canSnooze,
		async run(mail, inbox) {
			const note = text.slice(0, MAX_NOTE);
			const until = await askTime({
				...{ title: t.actions.remindOfTask, confirm: t.actions.setReminder },
				description: [t.actions.taskDescription(note), await replacedBy(mail)].filter(Boolean).join(". "),
				choices: taskChoices(new Date(), due),
			});
			if (until === null) return;
			await snoozeUntil(inbox, { until, note, title: t.actions.willRemindOfTask(formatMoment(until)) });
		},
	};
}

/** What a new reminder of a snoozed conversation ends; null: it has none. */
async function replacedBy(mail: readonly EmailItem[]): Promise<string | null> {
	const query = { part: "snoozed" } as const;
	const items = await allPages((cursor) => snoozed.listReminders({ query: { ...query, cursor } }));
	const waiting = items.find(
		({ kind, state, emailIds }) =>
			kind === "snooze" && state === "waiting" && mail.some(({ id }) => emailIds.includes(id)),
	);
	if (waiting === undefined) return null;
	const { dueAt, note } = waiting;
	const time = formatMoment(dueAt);
	return note === null ? t.actions.replacesSnooze(time) : t.actions.replacesReminder(time, note);
}

interface Snooze {
	until: Date;
	/** What to do about it. */
	note?: string;
	/** What was done. */
	title: string;
}

async function snoozeUntil(inbox: InboxChanges, { until, note, title }: Snooze): Promise<void> {
	let made: Snoozed = { reminders: [], replaced: [] };
	await inbox.archive({
		title,
		async request(ids) {
			const body = { ids, until: until.toISOString(), ...(note !== undefined && { note }) };
			const { reminders, replaced, ...change } = await snoozed.snooze({ body });
			made = { reminders, replaced };
			return change;
		},
		restore: () => unsnooze(made),
	});
}

type Snoozed = Pick<Awaited<ReturnType<typeof snoozed.snooze>>, "reminders" | "replaced">;

/** Deletes reminders, and restores those that they replaced. */
async function unsnooze({ reminders, replaced }: Snoozed): Promise<void> {
	// The server may have noticed that the mail is back.
	await Promise.all(reminders.map((id) => snoozed.dismissReminder({ params: { id } }).catch(() => undefined)));
	for (const { until, ...before } of replaced) {
		// What was due meanwhile comes back right after.
		const at = new Date(Math.max(Date.parse(until), Date.now() + MINUTE_MS));
		await snoozed.snooze({ body: { ...before, until: at.toISOString() } });
	}
}

const mute: ConversationAction = {
	id: "mute",
	label: t.actions.mute,
	icon: BellOff,
	keys: "m",
	isFor: canSnooze,
	async run(_, inbox) {
		let made: string[] = [];
		await inbox.archive({
			title: t.actions.muted,
			async request(ids) {
				const { muted, ...change } = await snoozed.muteConversations({ body: { ids } });
				made = muted;
				return change;
			},
			restore: () =>
				Promise.all(made.map((id) => snoozed.unmuteConversation({ params: { id } }).catch(() => undefined))),
		});
	},
};

const remind: ConversationAction = {
	id: "remind",
	label: t.actions.remind,
	icon: BellRing,
	isFor: (mail) => mail.length <= MAX_MESSAGES && lastSent(mail).length > 0,
	async run(mail, inbox) {
		const dueAt = await askTime({
			...{ title: t.actions.remind, description: t.actions.remindDescription, confirm: t.actions.setReminder },
			choices: reminderChoices(new Date()),
		});
		if (dueAt === null) return;
		const ids = lastSent(mail);
		const { items } = await snoozed.remindWithoutReply({ body: { ids, dueAt: dueAt.toISOString() } });
		inbox.clearSelection();
		toast({
			title: t.actions.willRemind(formatMoment(dueAt)),
			...(items.length > 1 && { description: t.actions.reminders(items.length) }),
			undo: async () => {
				await Promise.all(items.map(({ id }) => snoozed.dismissReminder({ params: { id } })));
			},
		});
	},
};

/** Ids of the newest sent message of each conversation. */
export function lastSent(mail: readonly EmailItem[]): string[] {
	const newest = new Map<string, EmailItem>();
	for (const one of mail) {
		const known = newest.get(one.threadId);
		if (one.folder === "sent" && (known === undefined || Date.parse(one.receivedAt) > Date.parse(known.receivedAt)))
			newest.set(one.threadId, one);
	}
	return [...newest.values()].map(({ id }) => id);
}

/** Marks of snoozed, returned and muted mail. */
async function loadMarks(client: QueryClient): Promise<ReadonlyMap<string, MailMark>> {
	const [reminders, muted] = await Promise.all([client.fetchQuery(remindersQuery), client.fetchQuery(mutedQuery)]);
	const marks = new Map<string, MailMark>();
	for (const { email } of muted)
		if (email) marks.set(email.threadId, { label: t.marks.muted, icon: BellOff, tone: "neutral" });
	for (const { kind, state, dueAt, emailIds, note } of reminders) {
		const mark: MailMark =
			kind === "no_reply"
				? state === "waiting"
					? { label: t.marks.remindsAt(formatMailTime(dueAt)), icon: BellRing, tone: "neutral" }
					: { label: t.marks.noReply, icon: BellRing, tone: "amber" }
				: state === "waiting"
					? { label: t.marks.snoozedUntil(formatMailTime(dueAt)), icon: AlarmClock, tone: "neutral" }
					: { label: note === null ? t.marks.returned : t.marks.reminder, icon: AlarmClock, tone: "amber" };
		for (const id of emailIds) marks.set(id, note === null ? mark : { ...mark, note });
	}
	return marks;
}

export const inboxExtension: InboxExtension = {
	actions: [snooze, mute, remind],
	taskActions: (task) => [remindOfTask(task)],
	loadMarks,
	Top: InboxTop,
};
