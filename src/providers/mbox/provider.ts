/** Uploaded mailboxes: mbox, eml, and Google Takeout archives of them. */

import { createAddedMessages } from "#providers/shared/added-messages.ts";
import { createOverlay, STANDARD_FOLDERS } from "#providers/shared/overlay.ts";
import { NotFound } from "#server/mail/provider/errors.ts";
import type { ChangeResult, Provider, ProviderEnvironment, RemoteFolder } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";
import { fetchFrom, headerOf } from "./fetch.ts";
import { createIndex, remoteOf } from "./index.ts";
import { createListing } from "./listing.ts";
import { messageStateOf } from "./message-state/message-state.ts";
import { inspectFile } from "./reading/inspect.ts";

async function open(environment: ProviderEnvironment): Promise<ProviderSession> {
	const overlay = createOverlay(environment.state);
	const index = createIndex(environment.state);
	const added = createAddedMessages(environment, {
		prefix: "mbox",
		tooLarge: "Only messages of up to 25 MB can be added to an uploaded mailbox.",
	});
	const listing = createListing(environment, { overlay, index, added });

	/** Applies a change to those messages that were ever listed. */
	async function change(ids: string[], make: (known: string[]) => Promise<ChangeResult>): Promise<ChangeResult> {
		const known = new Set([...(await index.has(ids)), ...(await added.find(ids)).map(({ id }) => id)]);
		const { missing } = await make(ids.filter((id) => known.has(id)));
		return { missing: [...ids.filter((id) => !known.has(id)), ...missing], renamed: {} };
	}

	const folders = async (): Promise<RemoteFolder[]> => [...STANDARD_FOLDERS, ...(await overlay.folders())];

	async function requireFolder(folderId: string): Promise<void> {
		if (!(await folders()).some(({ id }) => id === folderId))
			throw new NotFound("The folder doesn't exist: choose another one");
	}

	return {
		reader: {
			listFolders: folders,
			listChanges: listing.listChanges,
			async *fetchMessages(ids, parts, signal) {
				signal.throwIfAborted();
				const found = [...(await index.find(ids)).values()];
				const own = await added.find(ids);
				const alive = new Set((await overlay.apply([...found.map(remoteOf), ...own])).map(({ id }) => id));
				for (const { id } of own) {
					const raw = alive.has(id) ? await added.read(id) : null;
					if (raw !== null) yield { id, raw: parts === "headers" ? headerOf(raw) : raw };
				}
				const wanted = found.filter(({ id }) => alive.has(id));
				for await (const { id, raw } of fetchFrom(await environment.files(), wanted, signal)) {
					yield { id, raw: parts === "headers" ? headerOf(raw) : raw };
				}
			},
		},
		writer: {
			setFlags: (ids, flags) => change(ids, (known) => overlay.setFlags(known, flags)),
			setLabels: (ids, labels) => change(ids, (known) => overlay.setLabels(known, labels)),
			async move(ids, folderId) {
				await requireFolder(folderId);
				return change(ids, (known) => overlay.move(known, folderId));
			},
			async destroy(ids) {
				const result = await change(ids, (known) => overlay.destroy(known));
				await added.forget(ids);
				return result;
			},
			async createFolder(name) {
				const standard = STANDARD_FOLDERS.find((folder) => folder.name.toLowerCase() === name.trim().toLowerCase());
				return standard ?? overlay.createFolder(name);
			},
			async append({ folderId, raw, flags, labels, receivedAt }) {
				await requireFolder(folderId);
				const { threadId } = messageStateOf(Buffer.from(raw), "");
				return {
					id: await added.add(folderId, raw, {
						flags,
						receivedAt,
						labels,
						...(threadId !== undefined && { threadId }),
					}),
				};
			},
		},
		close: listing.close,
	};
}

export const mboxProvider: Provider = {
	kind: "mbox",
	capabilities: {
		labels: true,
		folders: true,
		serverRules: false,
		push: false,
		send: false,
		quota: false,
		// From Gmail's X-GM-THRID; other exports have no thread ids.
		threadIds: true,
		categories: false,
		append: true,
		permanentDelete: true,
		receives: false,
		remote: false,
	},
	open,
	inspectFile,
	// There is no grant to revoke, and the kernel deletes the files with the account.
	disconnect: async () => undefined,
};
