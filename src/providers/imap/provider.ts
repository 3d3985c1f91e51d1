/** Mailboxes on IMAP servers, with SMTP for sending. */

import { Unsupported } from "#server/mail/provider/errors.ts";
import type { Capabilities, Provider, ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { SendingLimits } from "#server/mail/provider/sending.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { createListing } from "./listing/pages.ts";
import { fetchMessages } from "./messages/fetch.ts";
import { destroy } from "./modify/destroy.ts";
import { createFolder, deleteFolder, renameFolder } from "./modify/folder-changes.ts";
import { move } from "./modify/move.ts";
import { markAnswered, setFlags } from "./modify/set-flags.ts";
import { quota } from "./quota.ts";
import { receivingServerOf } from "./receiving-server.ts";
import { append } from "./send/append.ts";
import { removeDraft, saveDraft } from "./send/drafts.ts";
import { findSent, saveSent, send } from "./send/send.ts";
import { openSession } from "./session.ts";
import { createRules, removeAllRules } from "./sieve/rules.ts";
import { testConnection } from "./test-connection/test-connection.ts";
import { watch } from "./watch.ts";

async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
	const session = openSession(environment);
	const listing = createListing(session);
	return {
		reader: {
			listFolders: session.listFolders,
			listChanges: listing.listChanges,
			fetchMessages: (ids, parts, signal) => fetchMessages(session, ids, parts, signal),
			quota: () => quota(session),
		},
		writer: {
			setFlags: (ids, change) => setFlags(session, ids, change),
			markAnswered: (ids, answer) => markAnswered(session, ids, answer),
			async setLabels() {
				throw new Unsupported("An IMAP mailbox has folders, and no labels");
			},
			move: (ids, folderId) => move(session, ids, folderId),
			destroy: (ids) => destroy(session, ids),
			append: (message) => append(session, message),
			createFolder: (name) => createFolder(session, name),
			folderEditor: {
				rename: (id, name) => renameFolder(session, id, name),
				delete: (id) => deleteFolder(session, id),
			},
		},
		sender: {
			send: (message, options) => send(session, message, options),
			findSent: (query) => findSent(session, query),
			saveSent: (message) => saveSent(session, message),
		},
		drafts: {
			save: (raw, replaces) => saveDraft(session, raw, replaces),
			remove: (draft) => removeDraft(session, draft),
		},
		...(session.account.sieve !== null && { rules: createRules(session) }),
		watcher: { watch: (onChange, signal) => watch(session, onChange, signal) },
		close: session.close,
	};
}

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
	permanentDelete: true,
	receives: true,
	remote: true,
};

/** Any server's mailbox: no limits are known, except those of Gmail (docs/decisions/0019-sending.md). */
function sendingLimits(email: string): SendingLimits {
	const isGmail = /@(gmail|googlemail)\.com$/i.test(email);
	return { messagesPerMinute: null, recipientsPerDay: isGmail ? 500 : null };
}

export const imapProvider: Provider = {
	kind: "imap",
	capabilities: CAPABILITIES,
	capabilitiesOf: ({ sieve, smtp }) => ({
		...CAPABILITIES,
		send: smtp !== null,
		serverRules: sieve !== null && sieve !== undefined,
	}),
	open,
	testConnection,
	sendingLimits,
	mailServerOf: ({ imap }) => (imap as { host: string }).host,
	sendingServerOf: ({ smtp }) => (smtp as { host?: string } | null | undefined)?.host ?? null,
	receivingServerOf,
	// Only the rules are stored on the server; the kernel deletes the password.
	async disconnect(environment, signal) {
		const session = openSession(environment);
		try {
			if (session.account.sieve !== null) await removeAllRules(session, signal);
		} finally {
			await session.close();
		}
	},
};
