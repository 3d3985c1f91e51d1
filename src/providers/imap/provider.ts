/** Mailboxes on IMAP servers, with SMTP for what goes out. */

import type { Provider, ProviderEnvironment, ProviderSession } from "#server/mailbox/provider.ts";
import { Unsupported } from "#server/mailbox/provider-errors.ts";
import { fetchMessages } from "./fetching.ts";
import { createListing } from "./pages.ts";
import { openSession } from "./session.ts";

async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
	const session = openSession(environment);
	const listing = createListing(session);
	const later = async (): Promise<never> => {
		throw new Unsupported("This mailbox cannot be changed yet");
	};
	return {
		listFolders: () =>
			session.work.use(async (client) => {
				const { folders, missing } = await session.folders(client);
				return [
					...folders.map(({ path, name, role }) => ({ id: path, name, role })),
					...missing.map(({ id, name, role }) => ({ id, name, role })),
				];
			}),
		listChanges: listing.listChanges,
		fetchMessages: (ids, parts, signal) => fetchMessages(session, ids, parts, signal),
		setFlags: later,
		setLabels: later,
		move: later,
		destroy: later,
		close: session.close,
	};
}

export const imapProvider: Provider = {
	kind: "imap",
	capabilities: {
		labels: false,
		folders: true,
		serverRules: false,
		push: true,
		send: true,
		quota: true,
		threadIds: false,
		categories: false,
		remote: true,
	},
	open,
	disconnect: async () => undefined,
};
