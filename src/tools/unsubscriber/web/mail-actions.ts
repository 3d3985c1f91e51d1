import { MailX } from "lucide-react";
import { jobOver } from "#web/lib/jobs/jobs.ts";
import type { MailAction } from "#web/lib/screens/mail-actions.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { unsubscriber } from "./base/api.ts";
import { outcomeCountsOf } from "./base/labels.ts";
import { t } from "./base/text.ts";

/** Unsubscribing from the list of the email that is open in the inbox. */
export const mailActions: readonly MailAction[] = [
	{
		id: "unsubscribe",
		label: t.mailActions.unsubscribe,
		icon: MailX,
		isFor: ({ listKey, canUnsubscribe }) => canUnsubscribe && listKey !== null,
		async run({ accountId, listKey, senderName, senderEmail }) {
			const name = senderName || senderEmail;
			const question = { title: t.mailActions.question(name), description: t.mailActions.whatHappens };
			if (!(await confirm({ ...question, confirm: t.mailActions.unsubscribe }))) return;
			const { job } = await unsubscriber.unsubscribe({
				body: { subscriptions: [`${accountId}:${listKey}`], mode: "unsubscribe", again: true },
			});
			const counts = outcomeCountsOf(job === null ? null : (await jobOver(job.id)).result);
			if (counts.confirmed > 0) toast({ title: t.unsubscribe.unsubscribedFrom(name) });
			else if (counts.requested > 0) toast({ title: t.unsubscribe.requestedFrom(name) });
			else if (counts.needsAction > 0)
				toast({ title: t.unsubscribe.needsAction(name), description: t.mailActions.finishThere });
			else toast({ title: t.unsubscribe.unsubscribeFailed, description: t.mailActions.seeThere, tone: "destructive" });
		},
	},
];
