import { FolderX, Inbox, SearchX } from "lucide-react";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { Address } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import type { useSync } from "./view/use-sync.ts";

interface EmptyListProps {
	address: Address;
	/** The folder's name; null when the folder does not exist (anymore). */
	folder: string | null;
	/** Undefined where there is nothing to sync. */
	sync: ReturnType<typeof useSync> | undefined;
	/** The search with words corrected; null: no correction finds anything. */
	didYouMean: string | null;
}

/** Empty state of a list, with a suggested next step. */
export function EmptyList({ address, folder, sync, didYouMean }: EmptyListProps) {
	const { search } = address;
	if (search.q !== undefined || search.filter !== undefined)
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
								onClick={() => address.show({ ...search, q: didYouMean, filter: undefined })}
								className="font-semibold text-accent hover:underline pointer-coarse:min-h-11"
							>
								{didYouMean}
							</button>
							{"?"}
						</>
					)
				}
				action={<Button onClick={() => address.show({ folder: search.folder })}>{t.list.clearSearch}</Button>}
			/>
		);
	if (folder === null)
		return (
			<EmptyState
				icon={FolderX}
				title={t.list.noEmailsFound}
				description={t.list.noEmailsFoundDescription}
				action={<Button onClick={() => address.show({})}>{t.list.goToInbox}</Button>}
			/>
		);
	return (
		<EmptyState
			icon={Inbox}
			title={t.list.noEmailsFound}
			description={address.folder === "inbox" ? t.list.inboxEmpty : t.list.isEmpty(folder)}
			action={
				sync && (
					<Button busy={sync.syncing} onClick={sync.sync}>
						{t.list.syncEmails}
					</Button>
				)
			}
		/>
	);
}
