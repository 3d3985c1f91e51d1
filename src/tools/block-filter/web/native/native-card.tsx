import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { t } from "../base/text.ts";
import { ImportNativeDialog } from "./import-native-dialog.tsx";
import { NativeRow } from "./native-row.tsx";
import { nativeQuery } from "./use-native.ts";

/** Which mail providers also run the filters. */
export function NativeCard({ accounts }: { accounts: readonly Account[] }) {
	const query = useQuery(nativeQuery);
	const [importAccount, setImportAccount] = useState<Account | null>(null);
	return (
		<Card title={t.native.filtersMailProvider} note={t.native.filtersMailProviderNote}>
			<QueryView query={query} loading={<Skeleton rows={1} label={t.native.loadingProviders} />}>
				{(mailboxes) => (
					<ul className="flex flex-col gap-4">
						{mailboxes.map((mailbox) => {
							const account = accounts.find(({ id }) => id === mailbox.accountId);
							return (
								account && (
									<NativeRow
										key={mailbox.accountId}
										mailbox={mailbox}
										account={account}
										onImport={() => setImportAccount(account)}
									/>
								)
							);
						})}
					</ul>
				)}
			</QueryView>
			<ImportNativeDialog account={importAccount} onClose={() => setImportAccount(null)} />
		</Card>
	);
}
