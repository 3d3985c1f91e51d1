import { toast } from "#web/ui/toast/toast.ts";
import type { Attempt, Subscription } from "../base/api.ts";
import { t } from "../base/text.ts";

interface Options {
	onNeedsAction: (list: Subscription) => void;
	/** Its emails were to be deleted after unsubscribing, and were not. */
	keptEmails: boolean;
}

/** Reports how unsubscribing from a single list ended. */
export function notifyOne(
	list: Subscription,
	attempt: Attempt | undefined,
	{ onNeedsAction, keptEmails }: Options,
): void {
	const explanation = attempt?.explanation ?? undefined;
	const kept = keptEmails ? ` ${t.unsubscribe.emailsKept}` : "";
	switch (attempt?.state) {
		case "confirmed":
			toast({ title: t.unsubscribe.unsubscribedFrom(list.name), description: explanation });
			break;
		case "requested":
			toast({ title: t.unsubscribe.requestedFrom(list.name), description: explanation });
			break;
		case "needs_action":
			if (keptEmails) toast({ title: t.unsubscribe.needsAction(list.name), description: t.unsubscribe.emailsKept });
			onNeedsAction({ ...list, state: "needs_action", attempt });
			break;
		case "failed":
			toast({
				title: t.unsubscribe.unsubscribeFailed,
				description: `${list.name}: ${explanation ?? t.unsubscribe.noReasonGiven}${kept}`,
				tone: "destructive",
			});
			break;
		default:
			toast({ title: t.unsubscribe.unsubscribingStopped, description: list.name });
	}
}
