import { type LocalSenders, localSendersOf } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Dns, GuardedFetch, Net } from "#kernel/net.ts";
import { type Outcome, outcome } from "../attempts/outcome.ts";
import { outcomeOfReply, postOneClick } from "./one-click.ts";

/** Network access for unsubscribing. */
export interface UnsubscribeDeps {
	dns: Pick<Dns, "txt">;
	fetch: GuardedFetch;
}

export function usualUnsubscribeDeps({ dns, http }: Net): UnsubscribeDeps {
	return { dns, fetch: http };
}

/** Where the keys and the list servers of an account's mail are. */
export interface Reach {
	dns: Pick<Dns, "txt">;
	/** @throws the signal's reason */
	postOneClick(url: string, signal: AbortSignal): Promise<Outcome>;
}

/** The internet, or the senders that come with the mailbox. @throws AppError 404 */
export async function reachOf(
	ctx: Pick<MailContext, "database" | "providers">,
	ownerId: string,
	accountId: string,
	{ dns, fetch }: UnsubscribeDeps,
): Promise<Reach> {
	const senders = await localSendersOf(ctx, ownerId, accountId);
	if (senders !== null) return localReach(senders);
	return { dns, postOneClick: (url, signal) => postOneClick(fetch, url, signal) };
}

function localReach(senders: LocalSenders): Reach {
	return {
		dns: { txt: async (name) => senders.txt(name) },
		async postOneClick(url, signal) {
			signal.throwIfAborted();
			const reply = senders.postOneClick(url);
			if (reply === null) return outcome("failed", "unreachable");
			const body = new TextEncoder().encode(reply.text);
			return outcomeOfReply({ status: reply.status, headers: new Headers(), body, url }, null);
		},
	};
}
