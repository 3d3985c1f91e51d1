import { isConnectedBy, providerInfo } from "#shared/providers.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { isChangeable } from "./access.ts";
import type { Account } from "./accounts.ts";
import { t } from "./text.ts";
import { requestConsent } from "./use-fix-access.ts";

/** Those of the mailboxes that the user may change, but whose provider has not allowed permanent deletion. */
export function withoutPermanentDelete<M extends Pick<Account, "status" | "access" | "capabilities">>(
	mailboxes: readonly M[],
): M[] {
	return mailboxes.filter((mailbox) => isChangeable(mailbox) && !mailbox.capabilities.permanentDelete);
}

/** Asks whether to request permanent deletion from the provider of a mailbox without it, and goes to its consent page. */
export async function offerPermanentDelete(account: Account): Promise<void> {
	const { provider, name } = account;
	if (!isConnectedBy(provider, "consent")) return;
	const { shortName, connect } = providerInfo(provider);
	const yes = await confirm({
		title: t.access.allowDeletion,
		description: t.access.allowDeletionDescription(shortName, name),
		confirm: t.access.continueAt(connect.issuer),
	});
	if (yes) await requestConsent(account, { access: "full", extras: ["permanentDelete"] });
}
