import type { Sender } from "#kernel/send.ts";
import type { Finding } from "../../contract.ts";

/** A mailbox whose messages reach no one, as the demo's, is for trying a campaign: never beside one that does send. */
export function localFindings(senders: readonly Pick<Sender, "name" | "isLocal">[]): Finding[] {
	const local = senders.filter(({ isLocal }) => isLocal);
	const isMixed = local.length < senders.length;
	return local.map(({ name }) => ({
		code: "stays-local",
		message: isMixed
			? `What “${name}” sends stays in it, so its share of the recipients would get nothing. Send from the other mailboxes only.`
			: `What “${name}” sends stays in it: nobody receives this campaign.`,
		isBlocking: isMixed,
	}));
}
