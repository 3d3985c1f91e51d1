import type { Account } from "#web/lib/accounts.ts";
import type { NativeMailbox } from "./use-native.ts";

/** What people call the place where a provider keeps rules. */
export function placeName(provider: Account["provider"]): string {
	return provider === "gmail" ? "Gmail" : provider === "outlook" ? "Outlook" : "the mail server";
}

export interface Standing {
	tone: "blue" | "amber" | "neutral";
	text: string;
	/** More about it. */
	why: string | null;
}

/** Where a rule runs: here, and at which providers. */
export function standingsOf(
	filterId: string,
	mailboxes: readonly NativeMailbox[],
	accounts: readonly Pick<Account, "id" | "provider">[],
): Standing[] {
	const found = mailboxes.flatMap(({ accountId, isOn, filters }): Standing[] => {
		const account = accounts.find(({ id }) => id === accountId);
		const filter = filters.find((one) => one.filterId === filterId);
		return isOn && account !== undefined && filter !== undefined
			? [standingOf(filter, placeName(account.provider))]
			: [];
	});
	const distinct = new Map(found.map((standing) => [`${standing.text} ${standing.why}`, standing]));
	return distinct.size === 0 ? [{ tone: "neutral", text: "Runs here", why: null }] : [...distinct.values()];
}

function standingOf({ state, why, note }: NativeMailbox["filters"][number], place: string): Standing {
	switch (state) {
		case "in_step":
			return { tone: "blue", text: `Also at ${place}`, why: note };
		case "changed":
			return { tone: "amber", text: `Changed at ${place}`, why: null };
		case "gone":
			return { tone: "amber", text: `Deleted at ${place}`, why: null };
		case "not_possible":
			return { tone: "neutral", text: "Runs here", why };
		case "waiting":
			return { tone: "neutral", text: `On its way to ${place}`, why: null };
	}
}
