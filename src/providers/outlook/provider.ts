/**
 * Outlook.com and Microsoft 365 mailboxes over Microsoft Graph v1.0
 * (https://learn.microsoft.com/graph/api/resources/mail-api-overview).
 */

import type { Capabilities, Provider, ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { SendingLimits } from "#server/mail/provider/sending.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import type { OutlookOptions } from "./api/options.ts";
import { createSlots } from "./api/slots.ts";
import { createConsent } from "./consent.ts";
import { createFolder, deleteFolder, renameFolder } from "./folder-changes.ts";
import { info } from "./info.ts";
import { OUTLOOK_LIMITS, type OutlookLimits } from "./limits.ts";
import { createListing } from "./listing/listing.ts";
import { fetchMessages } from "./messages/fetch.ts";
import { KEPT_FLAGS } from "./messages/flags.ts";
import { destroy, markAnswered, move, setFlags, setLabels } from "./messages/modify.ts";
import { microsoftClient } from "./oauth.ts";
import { createRules, removeAllRules } from "./rules/rules.ts";
import { MAX_BYTES, removeDraft, saveDraft } from "./send/drafts.ts";
import { findSent, send } from "./send/send.ts";
import { openSession } from "./session.ts";
import { endSubscription } from "./subscriptions.ts";
import { watch } from "./watch.ts";

/**
 * Exchange Online
 * (https://learn.microsoft.com/office365/servicedescriptions/exchange-online-service-description/exchange-online-limits#sending-limits-1).
 */
const LIMITS: SendingLimits = { messagesPerMinute: 30, recipientsPerDay: 10_000 };

const CAPABILITIES: Capabilities = {
	labels: true,
	folders: true,
	serverRules: true,
	push: true,
	send: true,
	quota: false,
	threadIds: true,
	// Focused and Other do not correspond to promotions, social and updates.
	categories: false,
	// Graph stores appended messages as drafts (https://learn.microsoft.com/graph/api/user-post-messages).
	append: false,
	permanentDelete: true,
	receives: true,
	remote: true,
	flags: KEPT_FLAGS,
};

/** @param limits instead of the usual ones */
export function createOutlookProvider(options: OutlookOptions, limits: Partial<OutlookLimits> = {}): Provider {
	const bounds = { ...OUTLOOK_LIMITS, ...limits };
	const oauth = microsoftClient(options);
	const slots = createSlots();

	async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
		const session = openSession(environment, options, oauth, slots(environment.account.id), bounds);
		const { listChanges } = createListing(session);
		return {
			reader: {
				async listFolders() {
					const folders = await session.readFolders(session.signal());
					return folders.map(({ id, name, role }) => ({ id, name, role }));
				},
				listChanges,
				fetchMessages: (ids, parts, signal) => fetchMessages(session, ids, parts, signal),
			},
			writer: {
				setFlags: (ids, change) => setFlags(session, ids, change),
				markAnswered: (ids, answer) => markAnswered(session, ids, answer),
				setLabels: (ids, change) => setLabels(session, ids, change),
				move: (ids, folderId) => move(session, ids, folderId),
				destroy: (ids) => destroy(session, ids),
				createFolder: (name) => createFolder(session, name),
				folderEditor: {
					rename: (id, name) => renameFolder(session, id, name),
					delete: (id) => deleteFolder(session, id),
				},
			},
			sender: {
				send: (message, options) => send(session, message, options),
				findSent: (query) => findSent(session, query),
			},
			drafts: {
				save: (raw, replaces) => saveDraft(session, raw, replaces),
				remove: (draft) => removeDraft(session, draft),
			},
			rules: createRules(session),
			watcher: { watch: (onChange, signal) => watch(session, onChange, signal) },
			close: async () => session.close(),
		};
	}

	return {
		kind: "outlook",
		capabilities: CAPABILITIES,
		capabilitiesOf: ({ access }) =>
			access === "read"
				? { ...CAPABILITIES, labels: false, folders: false, send: false, serverRules: false, permanentDelete: false }
				: CAPABILITIES,
		open,
		sendingLimits: () => LIMITS,
		mailServerOf: () => info.shortName,
		sendingServerOf: () => info.shortName,
		maxMessageBytes: MAX_BYTES,
		// Exchange Online omits its authserv-id (https://learn.microsoft.com/defender-office-365/message-headers-eop-mdo).
		receivingServerOf: () => ({ domains: ["outlook.com"], isUnnamed: true }),
		consent: createConsent(options, oauth),
		// Microsoft has no token revocation: the kernel deletes the tokens, and users revoke the consent itself at
		// https://account.live.com/consent/Manage or https://myapps.microsoft.com.
		async disconnect(environment, signal) {
			const session = openSession(environment, options, oauth, slots(environment.account.id), bounds);
			const { webhookUrl } = session;
			if (webhookUrl !== null) await endSubscription(session, webhookUrl, signal);
			await removeAllRules(session, signal);
		},
	};
}
