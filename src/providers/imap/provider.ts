/** Mailboxes on IMAP servers, with SMTP for what goes out. */

import type { Capabilities, Provider, ProviderEnvironment, ProviderSession } from "#server/mailbox/provider.ts";
import { Unsupported } from "#server/mailbox/provider-errors.ts";
import { append } from "./appending.ts";
import { examineConnection } from "./examine.ts";
import { fetchMessages } from "./fetching.ts";
import { createFolder, deleteFolder, renameFolder } from "./folder-changes.ts";
import { setFlags } from "./marking.ts";
import { move } from "./moving.ts";
import { createListing } from "./pages.ts";
import { quota } from "./quota.ts";
import { destroy } from "./removing.ts";
import { createRules, takeRulesAway } from "./rules.ts";
import { saveDraft, send } from "./sending.ts";
import { openSession } from "./session.ts";
import { watch } from "./watching.ts";

async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
	const session = openSession(environment);
	const listing = createListing(session);
	return {
		listFolders: session.listFolders,
		listChanges: listing.listChanges,
		fetchMessages: (ids, parts, signal) => fetchMessages(session, ids, parts, signal),
		setFlags: (ids, change) => setFlags(session, ids, change),
		async setLabels() {
			throw new Unsupported("An IMAP mailbox has folders, and no labels");
		},
		move: (ids, folderId) => move(session, ids, folderId),
		destroy: (ids) => destroy(session, ids),
		createFolder: (name) => createFolder(session, name),
		renameFolder: (id, name) => renameFolder(session, id, name),
		deleteFolder: (id) => deleteFolder(session, id),
		send: (raw) => send(session, raw),
		saveDraft: (raw) => saveDraft(session, raw),
		append: (message) => append(session, message),
		...(session.account.sieve !== null && { rules: createRules(session) }),
		quota: () => quota(session),
		watch: (onChange, signal) => watch(session, onChange, signal),
		close: session.close,
	};
}

/** Somebody is waiting. */
const DISCONNECT_MS = 10_000;

const CAPABILITIES: Capabilities = {
	labels: false,
	folders: true,
	serverRules: true,
	push: true,
	send: true,
	quota: true,
	threadIds: false,
	categories: false,
	append: true,
	remote: true,
};

export const imapProvider: Provider = {
	kind: "imap",
	capabilities: CAPABILITIES,
	capabilitiesOf: ({ sieve }) => ({ ...CAPABILITIES, serverRules: sieve !== null && sieve !== undefined }),
	open,
	examineConnection,
	// The server knows nothing of us but the password, which the kernel forgets, and the rules.
	async disconnect(environment) {
		const session = openSession(environment);
		if (session.account.sieve !== null) await takeRulesAway(session, AbortSignal.timeout(DISCONNECT_MS));
		await session.close();
	},
};
