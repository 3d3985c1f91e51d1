import { brand } from "#shared/brand.ts";
import { useEvents } from "#web/lib/events.ts";
import { toast } from "#web/ui/toast.ts";

/** Warns when a mailbox was disconnected here but its access could not be revoked at the provider. The shell calls it once. */
export function useRevokeWarning(signedIn: boolean): void {
	useEvents(
		(event) => {
			if (event.type !== "job" || event.job.kind !== "disconnect" || event.job.result?.revoked !== false) return;
			if (event.job.state !== "done") return;
			toast({
				id: event.job.id,
				title: "Access not given back",
				description: `${brand.name} has forgotten its keys, but the provider did not answer. End the access in your account there as well.`,
			});
		},
		undefined,
		signedIn,
	);
}
