/** Mailboxes at Gmail, by its REST API (https://developers.google.com/workspace/gmail/api/reference/rest). */

import type { Capabilities, Provider, ProviderEnvironment, ProviderSession } from "#server/mailbox/provider.ts";
import { destroy, move, setFlags, setLabels } from "./changing.ts";
import { createConsent } from "./consent.ts";
import { readCursor } from "./cursor.ts";
import { fetchMessages } from "./fetching.ts";
import { createFilters, takeFiltersAway } from "./filters.ts";
import { listHistory } from "./history.ts";
import { createListing } from "./listing.ts";
import { googleClient } from "./oauth.ts";
import type { GmailOptions } from "./options.ts";
import { FOLDERS } from "./places.ts";
import { append, saveDraft, send } from "./sending.ts";
import { openSession } from "./session.ts";
import { createStandings } from "./standings.ts";
import { watch } from "./watching.ts";

/** Somebody is waiting. */
const DISCONNECT_MS = 10_000;

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
	remote: true,
};

export function createGmailProvider(options: GmailOptions): Provider {
	const client = googleClient(options);

	async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
		const session = openSession(environment, options, client);
		const listing = createListing(session, createStandings(session), options.unitsPerMinute);
		return {
			async listFolders() {
				await session.labels.refresh(session.manner("hand"));
				return [...FOLDERS];
			},
			async listChanges(cursor, { signal, ...given }) {
				signal.throwIfAborted();
				const place = cursor === null ? null : readCursor(cursor);
				if (place !== null && "changes" in place) return listHistory(session, place.changes, given, signal);
				return listing.next(place?.listing ?? null, given, signal);
			},
			fetchMessages: (ids, parts, signal) => fetchMessages(session, ids, parts, signal),
			setFlags: (ids, change) => setFlags(session, ids, change),
			setLabels: (ids, change) => setLabels(session, ids, change),
			move: (ids, folderId) => move(session, ids, folderId),
			destroy: (ids) => destroy(session, ids),
			send: (raw) => send(session, raw),
			saveDraft: (raw) => saveDraft(session, raw),
			append: (message) => append(session, message),
			rules: createFilters(session),
			watch: (onChange, signal) => watch(session, options.topic, onChange, signal),
			close: async () => session.close(),
		};
	}

	const consent = createConsent(options, client);
	return {
		kind: "gmail",
		capabilities: CAPABILITIES,
		capabilitiesOf: ({ access, filters }) =>
			access === "read"
				? { ...CAPABILITIES, labels: false, send: false, serverRules: false, append: false }
				: { ...CAPABILITIES, serverRules: filters === true },
		open,
		consent: consent.flow,
		async disconnect(environment) {
			const session = openSession(environment, options, client);
			try {
				await takeFiltersAway(session, AbortSignal.timeout(DISCONNECT_MS));
			} finally {
				session.close();
				await consent.revoke(environment);
			}
		},
	};
}
