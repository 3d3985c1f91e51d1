import { Inbox, SearchX } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";

interface EmptyListProps {
	searching: boolean;
	/** The folder's name. */
	folder: string;
	isInbox: boolean;
	/** Undefined where there is nothing to sync with. */
	onSync: (() => void) | undefined;
	onClearSearch: () => void;
	syncing: boolean;
}

/** No message in this list, and what to do about it. */
export function EmptyList({ searching, folder, isInbox, onSync, onClearSearch, syncing }: EmptyListProps) {
	if (searching)
		return (
			<EmptyState
				icon={SearchX}
				title="No emails found"
				description="Try a different search query"
				action={<Button onClick={onClearSearch}>Clear search</Button>}
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
