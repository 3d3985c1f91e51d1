import { FolderX, Inbox, SearchX } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { t } from "../text.ts";

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
	/** The search with words corrected; null: no correction finds anything. */
	didYouMean: string | null;
	onSearch: (q: string) => void;
}

/** Empty state of a list, with a suggested next step. */
export function EmptyList(props: EmptyListProps) {
	const { searching, folder, isInbox, onSync, onClearSearch, onInbox, syncing, didYouMean, onSearch } = props;
	if (searching)
		return (
			<EmptyState
				icon={SearchX}
				title={t.list.noEmailsFound}
				description={
					didYouMean === null ? (
						t.list.tryDifferentSearchQuery
					) : (
						<>
							{t.list.didYouMean}{" "}
							<button
								type="button"
								onClick={() => onSearch(didYouMean)}
								className="font-semibold text-accent hover:underline pointer-coarse:min-h-11"
							>
								{didYouMean}
							</button>
							{"?"}
						</>
					)
				}
				action={<Button onClick={onClearSearch}>{t.list.clearSearch}</Button>}
			/>
		);
	if (folder === null)
		return (
			<EmptyState
				icon={FolderX}
				title={t.list.noEmailsFound}
				description={t.list.noEmailsFoundDescription}
				action={<Button onClick={onInbox}>{t.list.goToInbox}</Button>}
			/>
		);
	return (
		<EmptyState
			icon={Inbox}
			title={t.list.noEmailsFound}
			description={isInbox ? t.list.inboxEmpty : t.list.isEmpty(folder)}
			action={
				onSync && (
					<Button busy={syncing} onClick={onSync}>
						{t.list.syncEmails}
					</Button>
				)
			}
		/>
	);
}
