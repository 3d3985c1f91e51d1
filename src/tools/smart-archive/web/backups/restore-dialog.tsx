import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { providerInfo } from "#shared/providers.ts";
import { formatCount, formatNumber } from "#web/lib/base/format.ts";
import { AccessNotice } from "#web/lib/mailbox/access-notice.tsx";
import { type Account, accountsQuery } from "#web/lib/mailbox/accounts.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { Backup, RestorePlan } from "../../contract.ts";
import { archiveKeys, smartArchive } from "../base/api.ts";
import { t } from "../base/text.ts";

interface RestoreDialogProps {
	backup: Backup;
	open: boolean;
	/** @param account undefined: the mailboxes that the emails came from */
	onRestore: (account: string | undefined) => void;
	onClose: () => void;
}

const ORIGIN = "origin";

/** Where to restore a backup, and what that would do. */
export function RestoreDialog({ backup, open, onRestore, onClose }: RestoreDialogProps) {
	const { data: accounts = [] } = useQuery(accountsQuery);
	const [target, setTarget] = useState(ORIGIN);
	const account = target === ORIGIN ? undefined : target;
	const plan = useQuery({
		queryKey: [...archiveKeys.backups, backup.id, "restore", target],
		queryFn: ({ signal }) => smartArchive.planRestore({ params: { id: backup.id }, query: { account } }, { signal }),
		gcTime: 0,
		retry: false,
		enabled: open,
	});
	const count = plan.data?.count ?? 0;
	const total = count + (plan.data?.blocked ?? []).reduce((sum, blocked) => sum + blocked.count, 0);
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t.backups.restoreTitle(backup.title)}
			actions={
				<>
					<Button onClick={onClose}>{t.backups.cancel}</Button>
					<Button variant="primary" disabled={count === 0} onClick={() => onRestore(account)}>
						{count === 0
							? t.backups.restore
							: count < total
								? t.backups.restoreSome(count, total)
								: t.backups.restoreEmails(count)}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				<Field label={t.backups.restoreTo}>
					<Select
						value={target}
						onChange={setTarget}
						options={[
							{ value: ORIGIN, label: t.backups.whereTheyWere, description: t.backups.whereTheyWereHint },
							...accounts.map(({ id, name, provider }) => ({
								value: id,
								label: name,
								description: providerInfo(provider).shortName,
							})),
						]}
					/>
				</Field>
				<QueryView
					query={plan}
					errorTitle={t.backups.couldntPlan}
					loading={<Skeleton rows={3} label={t.backups.comparing} />}
				>
					{(data) => <Plan plan={data} accounts={accounts} />}
				</QueryView>
			</div>
		</Dialog>
	);
}

function Plan({ plan, accounts }: { plan: RestorePlan; accounts: readonly Account[] }) {
	const { count, bytes, fromTrash, there, folders, blocked } = plan;
	const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name;
	const isMany = new Set(folders.map(({ accountId }) => accountId)).size > 1;
	return (
		<div className="flex flex-col gap-3" role="status">
			{count > 0 && (
				<p className="text-14">
					<strong>{formatCount(count, "email")}</strong>
					{t.backups.planned(bytes, fromTrash, count - fromTrash)}
				</p>
			)}
			{count > 0 && (
				<ul
					aria-label={t.backups.foldersLabel}
					className="max-h-56 divide-y divide-line overflow-y-auto rounded-2 border border-line"
				>
					{folders.map(({ accountId, name, count: emails, isNew }) => (
						<li key={`${accountId} ${name}`} className="flex items-center gap-2 px-3 py-2 text-13">
							<span className="min-w-0 truncate font-medium">{name}</span>
							{isNew && <Badge tone="blue">{t.backups.newFolder}</Badge>}
							{isMany && <span className="min-w-0 truncate text-ink-3">{nameOf(accountId)}</span>}
							<span className="ml-auto shrink-0 text-ink-2 tabular-nums">{formatNumber(emails)}</span>
						</li>
					))}
				</ul>
			)}
			{there > 0 && count > 0 && <p className="text-13 text-ink-2">{t.backups.there(there)}</p>}
			{count === 0 && blocked.length === 0 && (
				<Notice>
					<strong className="font-semibold">{t.backups.nothingToRestore}</strong> {t.backups.allThere}
				</Notice>
			)}
			{blocked.map((one) => (
				<Blocked key={one.accountId} blocked={one} account={accounts.find(({ id }) => id === one.accountId)} />
			))}
		</div>
	);
}

function Blocked({
	blocked: { reason, count },
	account,
}: {
	blocked: RestorePlan["blocked"][number];
	account: Account | undefined;
}) {
	if (account === undefined) return <Notice tone="amber">{t.backups.gone(count)}</Notice>;
	if (reason !== "no-append") return <AccessNotice mailboxes={[account]} isNamed />;
	return (
		<Notice tone="amber">{t.backups.noAppend(count, account.name, providerInfo(account.provider).shortName)}</Notice>
	);
}
