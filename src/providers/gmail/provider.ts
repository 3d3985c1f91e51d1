/** Gmail mailboxes over the REST API (https://developers.google.com/workspace/gmail/api/reference/rest). */

import type { Capabilities, Provider, ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { SendingLimits } from "#server/mail/provider/sending.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { googleClient } from "./api/oauth.ts";
import type { GmailOptions } from "./api/options.ts";
import { createConsent } from "./consent.ts";
import { fetchMessages } from "./fetch.ts";
import { createFilters, removeAllFilters } from "./filters/filters.ts";
import { info } from "./info.ts";
import { GMAIL_LIMITS, type GmailLimits } from "./limits.ts";
import { readCursor } from "./listing/cursor.ts";
import { listHistory } from "./listing/history.ts";
import { createLabelState } from "./listing/label-state.ts";
import { createListing } from "./listing/listing.ts";
import { FOLDERS, KEPT_FLAGS } from "./messages/system-labels.ts";
import { destroy, move, setFlags, setLabels } from "./modify.ts";
import { removeDraft, saveDraft } from "./send/drafts.ts";
import { append, findSent, send } from "./send/send.ts";
import { openSession } from "./session.ts";
import { watch } from "./watch.ts";

const CAPABILITIES: Capabilities = {
	labels: true,
	folders: false,
	serverRules: true,
	push: true,
	send: true,
	quota: false,
	threadIds: true,
	categories: true,
	append: true,
	permanentDelete: true,
	receives: true,
	remote: true,
	flags: KEPT_FLAGS,
};

/**
 * Google Workspace: 2,000 messages per day, 500 for trial accounts (https://support.google.com/a/answer/166852); personal
 * accounts are limited like those. Recipients are counted, which is the stricter way. No limit per minute is documented.
 */
function sendingLimits(email: string): SendingLimits {
	return { messagesPerMinute: null, recipientsPerDay: /@(gmail|googlemail)\.com$/i.test(email) ? 500 : 2_000 };
}

/** @param limits instead of the usual ones */
export function createGmailProvider(options: GmailOptions, limits: Partial<GmailLimits> = {}): Provider {
	const bounds = { ...GMAIL_LIMITS, ...limits };
	const client = googleClient(options);

	async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
		const session = openSession(environment, options, client, bounds);
		const listing = createListing(session, createLabelState(session), options.unitsPerMinute);
		return {
			reader: {
				async listFolders() {
					await session.labels.refresh(session.requestOptions("interactive"));
					return [...FOLDERS];
				},
				async listChanges(cursor, { signal, ...given }) {
					signal.throwIfAborted();
					const position = cursor === null ? null : readCursor(cursor);
					if (position !== null && "changes" in position) return listHistory(session, position.changes, given, signal);
					return listing.next(position?.listing ?? null, given, signal);
				},
				fetchMessages: (ids, parts, signal) => fetchMessages(session, ids, parts, signal),
			},
			writer: {
				setFlags: (ids, change) => setFlags(session, ids, change),
				setLabels: (ids, change) => setLabels(session, ids, change),
				move: (ids, folderId) => move(session, ids, folderId),
				destroy: (ids) => destroy(session, ids),
				append: (message) => append(session, message),
			},
			sender: {
				send: (message, options) => send(session, message, options),
				findSent: (query) => findSent(session, query),
			},
			drafts: {
				save: (raw, replaces) => saveDraft(session, raw, replaces),
				remove: (draft) => removeDraft(session, draft),
			},
			rules: createFilters(session),
			watcher: { watch: (onChange, signal) => watch(session, options.topic, onChange, signal) },
			close: async () => session.close(),
		};
	}

	const consent = createConsent(options, client);
	return {
		kind: "gmail",
		capabilities: CAPABILITIES,
		capabilitiesOf: ({ access, filters, permanentDelete }) =>
			access === "read"
				? { ...CAPABILITIES, labels: false, send: false, serverRules: false, append: false, permanentDelete: false }
				: { ...CAPABILITIES, serverRules: filters === true, permanentDelete: permanentDelete === true },
		open,
		sendingLimits,
		mailServerOf: () => info.shortName,
		sendingServerOf: () => info.shortName,
		// https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/send
		maxMessageBytes: 36_700_160,
		receivingServerOf: () => ({ domains: ["google.com"], isUnnamed: false }),
		consent: consent.flow,
		async disconnect(environment, signal) {
			const session = openSession(environment, options, client, bounds);
			try {
				await removeAllFilters(session, signal);
			} finally {
				session.close();
				await consent.revoke(environment);
			}
		},
	};
}
