/** The demo mailbox as a provider: generated mail with the user's changes applied. */

import { LIMIT_BYTES } from "#providers/shared/added-messages.ts";
import type { Provider } from "#server/mail/provider/provider.ts";
import { writeCursor } from "./cursor.ts";
import { createGenerated, remoteOf } from "./generated.ts";
import type { Arrival } from "./mail/arrivals.ts";
import { type DemoMessage, generateDemo } from "./mail/mailbox.ts";
import { OWNER } from "./mail/people.ts";
import { demoSenders } from "./senders.ts";
import { createSession } from "./session.ts";

/** Clearing every key with one of these prefixes restores the mailbox of the first day. */
export const DEMO_STATE_PREFIXES = ["demo/", "overlay/"] as const;

/**
 * A provider over generated mail.
 * @param generate generates the mailbox for a point in time (epoch milliseconds), deterministically
 * @param arrivals what comes in afterwards, in order
 */
export function createDemoProvider(
	generate: (now: number) => DemoMessage[] = (now) => generateDemo({ now }),
	arrivals: readonly Arrival[] = [],
): Provider {
	const generated = createGenerated(generate);
	return {
		kind: "demo",
		capabilities: {
			labels: true,
			folders: true,
			serverRules: false,
			push: arrivals.length > 0,
			send: true,
			quota: true,
			threadIds: false,
			categories: false,
			append: true,
			permanentDelete: true,
			receives: arrivals.length > 0,
			remote: false,
		},
		open: async (environment) => createSession(environment, generated.of(environment), arrivals),
		defaultAddress: OWNER.email,
		maxMessageBytes: LIMIT_BYTES,
		senders: demoSenders,
		receivingServerOf: () => ({ domains: ["marlow.example"], isUnnamed: false }),
		sample(base) {
			const { edition, messages } = generated.at(base);
			return {
				base,
				cursor: writeCursor({ edition, at: messages.length, own: "", seq: 0 }),
				messages: messages.map((message) => ({ remote: remoteOf(message), raw: message.raw })),
			};
		},
		// There is no grant to revoke, and the kernel clears the state with the account.
		disconnect: async () => undefined,
	};
}

export const demoProvider: Provider = createDemoProvider();
