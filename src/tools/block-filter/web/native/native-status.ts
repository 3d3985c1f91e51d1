import { isConnectedBy, providerInfo } from "#shared/providers.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { t } from "../base/text.ts";
import type { NativeMailbox } from "./use-native.ts";

/** The provider's name for where it stores rules. */
export function mailboxLabel(provider: Account["provider"]): string {
	return isConnectedBy(provider, "consent") ? providerInfo(provider).shortName : t.native.theMailServer;
}

export interface NativeStatus {
	tone: "blue" | "amber" | "neutral";
	text: string;
	/** Further explanation. */
	why: string | null;
}

/** Where a rule runs: here, and at which providers. */
export function nativeStatusesOf(
	filterId: string,
	mailboxes: readonly NativeMailbox[],
	accounts: readonly Pick<Account, "id" | "provider">[],
): NativeStatus[] {
	const found = mailboxes.flatMap(({ accountId, isOn, filters }): NativeStatus[] => {
		const account = accounts.find(({ id }) => id === accountId);
		const filter = filters.find((one) => one.filterId === filterId);
		return isOn && account !== undefined && filter !== undefined
			? [nativeStatusOf(filter, mailboxLabel(account.provider))]
			: [];
	});
	const distinct = new Map(found.map((status) => [`${status.text} ${status.why}`, status]));
	return distinct.size === 0 ? [{ tone: "neutral", text: t.native.runsHere, why: null }] : [...distinct.values()];
}

function nativeStatusOf(
	{ state, reason: why, difference: note }: NativeMailbox["filters"][number],
	label: string,
): NativeStatus {
	switch (state) {
		case "synced":
			return { tone: "blue", text: t.native.alsoRunsAt(label), why: note };
		case "changed":
			return { tone: "amber", text: t.native.changedAt(label), why: null };
		case "deleted":
			return { tone: "amber", text: t.native.deletedAt(label), why: null };
		case "unsupported":
			return { tone: "neutral", text: t.native.runsHere, why };
		case "waiting":
			return { tone: "neutral", text: t.native.syncingTo(label), why: null };
	}
}
