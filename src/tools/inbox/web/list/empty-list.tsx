import { FolderX, Inbox, SearchX } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";

interface EmptyListProps {
	searching: boolean;
	/** The folder's name; null when the folder does not exist (anymore). */
	folder: string | null;
	isInbox: boolean;
	/** Undefined where there is nothing to sync. */
	onSync: (() => void) | undefined;
	onClearSearch: () => void;
	onInbox: () => void;
	syncing: boolean;
}

/** Empty state of a list, with a suggested next step. */
export function EmptyList(props: EmptyListProps) {
	const { searching, folder, isInbox, onSync, onClearSearch, onInbox, syncing } = props;
	if (searching)
		return (
			<EmptyState
				icon={SearchX}
				title="No emails found"
				description="Try a different search query"
				action={<Button onClick={onClearSearch}>Clear search</Button>}
			/>
		);
	if (folder === null)
		return (
			<EmptyState
				icon={FolderX}
				title="No emails found"
				description="There is no such folder here. It may have been removed, or belong to another mailbox."
				action={<Button onClick={onInbox}>Go to Inbox</Button>}
			/>
		);
	return (
		<EmptyState
			icon={Inbox}
			title="No emails found"
			description={isInbox ? "Your inbox is empty" : `There is nothing in ${folder}.`}
			action={
				onSync && (
					<Button busy={syncing} onClick={onSync}>
						Sync Emails
					</Button>
				)
			}
		/>
	);
}
