import { useEvents } from "#web/lib/api/events.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./base/text.ts";

/** Warns when a mailbox was disconnected here but its access could not be revoked at the provider. The shell calls it once. */
export function useRevokeWarning(signedIn: boolean): void {
	useEvents(
		(event) => {
			if (event.type !== "job" || event.job.kind !== "disconnect" || event.job.result?.revoked !== false) return;
			if (event.job.state !== "done") return;
			toast({
				id: event.job.id,
				title: t.revoke.accessNotRevoked,
				description: t.revoke.accessNotRevokedDescription,
			});
		},
		undefined,
		signedIn,
	);
}
