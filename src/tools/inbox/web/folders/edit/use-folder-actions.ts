import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/lib/api/api.ts";
import { jobDone } from "#web/lib/jobs/jobs.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { useCommands } from "#web/lib/screens/commands.tsx";
import { offerUndo } from "#web/lib/undo/undo.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Folder } from "../../base/mail.ts";
import type { Address } from "../../base/search-params.ts";
import { t } from "../../base/text.ts";
import { refresh, undoableInBulk } from "../../changes/changes.ts";

/** The name dialog: for a new folder, or for a rename. */
export interface FolderQuestion {
	folder?: Folder;
}

interface Situation {
	/** The selected folder. */
	mailboxes: readonly Account[];
	folders: readonly Folder[];
	address: Address;
}

/** Creating, renaming and deleting folders, where the mailbox supports it. */
export function useFolderActions({ mailboxes, folders, address }: Situation) {
	const client = useQueryClient();
	const [question, setQuestion] = useState<FolderQuestion | null>(null);
	const able = mailboxes.filter(({ capabilities, status }) => capabilities.folders && status === "connected");
	const canCreate = able.length > 0;
	/** The selected custom folder; null when its mailbox cannot change it. */
	const own =
		folders.find(
			({ id, role, accountId }) =>
				id === address.folder &&
				role === "custom" &&
				able.some((mailbox) => mailbox.id === accountId && mailbox.capabilities.remote),
		) ?? null;

	const make = async (name: string, accountId: string): Promise<Folder> => {
		const made = await api.createFolder({ params: { id: accountId }, body: { name } });
		await refresh(client);
		return made;
	};

	const save = async (name: string, accountId: string) => {
		const folder = question?.folder;
		if (folder) {
			const renamed = await api.renameFolder({ params: { id: accountId }, body: { folder: folder.id, name } });
			await refresh(client);
			toast({ title: t.folders.folderRenamed, description: renamed.name });
			if (address.folder === folder.id) address.show({ ...address.search, folder: renamed.id }, { replace: true });
			return;
		}
		const made = await make(name, accountId);
		toast({
			title: t.folders.folderCreated,
			description: made.name,
			action: { label: t.folders.open, onSelect: () => address.show({ folder: made.id }) },
		});
	};

	const create = () => setQuestion({});
	const rename = () => own && setQuestion({ folder: own });
	const removeOwn = () => own && void deleteFolder(client, own, address);
	const group = t.folders.folders;
	const ofOwn = { group, when: () => own !== null };
	useCommands([
		{ id: "folders.new", title: t.folders.newFolderEllipsis, group, when: () => canCreate, run: create },
		{
			...ofOwn,
			id: "folders.rename",
			title: t.folders.renameNamed(own?.name ?? t.folders.thisFolder),
			run: () => void rename(),
		},
		{
			...ofOwn,
			id: "folders.delete",
			title: t.folders.delete(own?.name ?? t.folders.thisFolder),
			run: () => void removeOwn(),
		},
	]);
	return { able, canCreate, own, question, setQuestion, make, save, create, rename, remove: removeOwn };
}

export type FolderActions = ReturnType<typeof useFolderActions>;

/** Moves the folder's emails to the trash and deletes it. Asks where it is empty: only emails are restored with their folder. */
async function deleteFolder(client: QueryClient, folder: Folder, address: Address): Promise<void> {
	const question = {
		title: t.folders.deleteTheFolder(folder.name),
		description: t.folders.itIsEmpty,
		confirm: t.folders.deleteFolder,
		danger: true,
	};
	if (folder.total === 0 && !(await confirm(question))) return;
	try {
		const params = { id: folder.accountId };
		const { job, operationId, count } = await api.deleteFolder({ params, query: { folder: folder.id } });
		if (address.folder === folder.id) address.show({}, { replace: true });
		await jobDone(job);
		const words = { title: t.folders.folderDeleted(folder.name) };
		if (operationId === null || count === 0) toast(words);
		else
			offerUndo(client, undoableInBulk(client, { id: operationId, accountId: folder.accountId }), {
				...words,
				description: t.folders.movedToTrash(count),
			});
	} catch (error) {
		const description = error instanceof Error ? error.message : undefined;
		toast({ title: t.folders.couldntDeleteFolder, description, tone: "destructive" });
	} finally {
		await refresh(client, true);
	}
}
