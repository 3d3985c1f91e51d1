import { useMutation, useQueryClient } from "@tanstack/react-query";
import { keys } from "#web/lib/api/query-client.ts";
import { formatMoment } from "#web/lib/base/format.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { MutedConversation, Reminder } from "../contract.ts";
import { snoozed } from "./api.ts";
import { reminderChoices, snoozeChoices } from "./presets.ts";
import { t } from "./text.ts";
import { askTime } from "./time-request.ts";

/** What can be done about a reminder, wherever it is listed. */
export function useReminderActions() {
	const client = useQueryClient();
	const act = useMutation({
		mutationFn: (run: () => Promise<unknown>) => run(),
		onError: (error) => toast({ title: t.page.couldntChange, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: keys.mail }),
	});
	return {
		returnNow: ({ id }: Reminder) =>
			act.mutate(async () => {
				await snoozed.returnNow({ params: { id } });
				toast({ title: t.page.backInInbox });
			}),
		dismiss: ({ id }: Reminder) => act.mutate(() => snoozed.dismissReminder({ params: { id } })),
		async changeTime({ id, kind }: Reminder) {
			const now = new Date();
			const isSnooze = kind === "snooze";
			const dueAt = await askTime({
				title: isSnooze ? t.actions.snoozeUntil : t.actions.remind,
				confirm: t.page.changeTime,
				choices: isSnooze ? snoozeChoices(now) : reminderChoices(now),
			});
			if (dueAt === null) return;
			act.mutate(async () => {
				await snoozed.changeReminder({ params: { id }, body: { dueAt: dueAt.toISOString() } });
				toast({ title: t.page.changedTo(formatMoment(dueAt)) });
			});
		},
		unmute: ({ id }: MutedConversation) =>
			act.mutate(async () => {
				await snoozed.unmuteConversation({ params: { id } });
				toast({ title: t.page.unmuted });
			}),
	};
}
