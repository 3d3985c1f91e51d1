import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { hubPath } from "#shared/brand.ts";
import { isConnectedBy } from "#shared/providers.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { beginConsent, type ConsentRequest } from "../session/consent.ts";
import { accessProblem } from "./access.ts";
import type { Account } from "./accounts.ts";
import { t } from "./text.ts";

type Target = Pick<Account, "id" | "provider" | "status" | "access">;

/**
 * Goes to the provider's consent page for a connected mailbox, and returns to this page afterwards (from the hub, to the
 * dashboard). Shows a toast if that fails.
 * @returns whether the browser is on its way there
 */
export async function requestConsent(
	{ id, provider }: Pick<Account, "id" | "provider">,
	request: Pick<ConsentRequest, "access" | "extras">,
): Promise<boolean> {
	if (!isConnectedBy(provider, "consent")) return false;
	try {
		const returnTo = location.pathname === hubPath ? undefined : location.pathname + location.search;
		await beginConsent(provider, { ...request, account: id, returnTo });
		return true;
	} catch (error) {
		toast({ title: t.access.connectionFailed, description: (error as Error).message, tone: "destructive" });
		return false;
	}
}

/** Fixes an `AccessProblem`: a new consent, or the mailbox's connection settings in the hub. */
export function useFixAccess() {
	const navigate = useNavigate();
	const consent = useMutation({
		mutationFn: (account: Target) =>
			requestConsent(account, { access: accessProblem(account) === "read-only" ? "full" : account.access }),
	});
	return {
		fix: (account: Target) => {
			if (isConnectedBy(account.provider, "consent")) consent.mutate(account);
			else void navigate({ to: hubPath, search: { reconnect: account.id } });
		},
		/** The mailbox whose consent page is about to open. */
		busyId: consent.isPending ? consent.variables.id : null,
	};
}
