import { Tags } from "lucide-react";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { t } from "../base/text.ts";
import { useAddress } from "../base/use-address.ts";

/** Empty state: no mail in the scope. */
export function NothingFound({ scanning, onScan }: { scanning: boolean; onScan: () => void }) {
	const { category, sender, folders, show } = useAddress();
	const narrowed = category !== null || sender !== null;
	return (
		<EmptyState
			icon={Tags}
			title={t.list.noEmailsFound}
			description={t.list.noEmailsFoundDescription}
			action={
				narrowed ? (
					<Button onClick={() => show({ category: null, sender: null, mailbox: null })}>
						{t.list.showAllCategories}
					</Button>
				) : !folders ? (
					<Button onClick={() => show({ folders: true })}>{t.list.lookInFolders}</Button>
				) : (
					<Button busy={scanning} onClick={onScan}>
						{scanning ? t.list.scanning : t.list.scanAgain}
					</Button>
				)
			}
		/>
	);
}
