import { useQuery } from "@tanstack/react-query";
import { providerInfo } from "#shared/providers.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { t } from "../base/text.ts";
import { ImportActions } from "../files/import-actions.tsx";
import { ImportList } from "../files/import-list.tsx";
import { useImport } from "../files/use-import.ts";
import { native } from "./use-native.ts";

/** Import of the user's own rules at the provider: preview, then import the selected ones. */
export function ImportNativeDialog({ account, onClose }: { account: Account | null; onClose: () => void }) {
	return account && <OneDialog key={account.id} account={account} onClose={onClose} />;
}

function OneDialog({ account, onClose }: { account: Account; onClose: () => void }) {
	const query = useQuery({
		queryKey: ["native-rules", account.id],
		queryFn: ({ signal }) => native.readNative({ params: { id: account.id } }, { signal }),
		gcTime: 0,
		staleTime: Number.POSITIVE_INFINITY,
		refetchOnWindowFocus: false,
	});
	const provider = providerInfo(account.provider).shortName;
	const importState = useImport(query.data, onClose);
	return (
		<Dialog
			open
			onClose={onClose}
			title={t.native.rulesAt(provider)}
			description={t.native.rulesAtDescription}
			size="large"
			actions={<ImportActions importState={importState} onCancel={onClose} />}
		>
			<div className="flex flex-col gap-4">
				{importState.error && <Notice tone="red">{importState.error.message}</Notice>}
				<QueryView query={query} errorTitle={t.native.couldntLoadRules}>
					{(preview) => (
						<ImportList
							preview={preview}
							chosen={importState.chosen}
							onChoose={importState.choose}
							empty={{ title: t.native.noRules, description: t.native.noRulesDescription(provider) }}
						/>
					)}
				</QueryView>
			</div>
		</Dialog>
	);
}
