import { useMutation } from "@tanstack/react-query";
import { providerInfo } from "#shared/providers.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { requestConsent } from "#web/lib/mailbox/use-fix-access.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { t } from "../base/text.ts";
import { mailboxLabel } from "./native-status.ts";
import { type NativeMailbox, useNativeAction } from "./use-native.ts";

interface NativeRowProps {
	mailbox: NativeMailbox;
	account: Account;
	/** Opens the import of rules made at the provider. */
	onImport: () => void;
}

/** One mailbox: whether its provider runs the filters, sync state, and problems. */
export function NativeRow({ mailbox, account, onImport }: NativeRowProps) {
	const { possible, reason, isOn, state, lastError: problem } = mailbox;
	const run = useNativeAction(account.id);
	const differing = mailbox.filters.filter((filter) => filter.state === "changed" || filter.state === "deleted");
	const isSwitching = run.isPending && (run.variables.kind === "on" || run.variables.kind === "off");
	return (
		<li className="flex flex-col gap-2">
			{possible === "consent" && !isOn ? (
				<Allow account={account} reason={reason} />
			) : (
				<Switch
					label={account.name}
					hint={reason ?? t.native.alsoAt(mailboxLabel(account.provider))}
					checked={isSwitching ? run.variables.kind === "on" : isOn}
					disabled={possible === "no" && !isOn}
					onChange={(on) => run.mutate({ kind: on ? "on" : "off" })}
				/>
			)}
			{isOn && (
				<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
					<span role="status" className="text-13 text-ink-2">
						{describeStatus(mailbox)}
					</span>
					<Button size="small" busy={state === "syncing"} onClick={() => run.mutate({ kind: "check" })}>
						{t.native.checkAgain}
					</Button>
					{possible === "yes" && (
						<Button size="small" onClick={onImport}>
							{t.native.importExistingRules}
						</Button>
					)}
				</div>
			)}
			{problem !== null && <Notice tone="red">{problem}</Notice>}
			{differing.length > 0 && (
				<Notice
					tone="amber"
					action={
						<Button size="small" onClick={() => run.mutate({ kind: "restore" })}>
							{t.native.restore}
						</Button>
					}
				>
					{t.native.changedThere(differing.map(({ name }) => `“${name}”`).join(", "), differing.length)}
				</Notice>
			)}
		</li>
	);
}

function describeStatus({ state, filters, lastSyncedAt: checkedAt }: NativeMailbox): string {
	if (state === "syncing") return t.native.syncing;
	const synced = filters.filter((filter) => filter.state === "synced").length;
	const counted = t.native.syncedOf(synced, filters.length);
	return checkedAt === null ? counted : t.native.checkedAgo(counted, checkedAt);
}

/** The additional consent is requested only now. */
function Allow({ account, reason }: { account: Account; reason: string | null }) {
	const { provider } = account;
	const consent = useMutation({
		mutationFn: () => requestConsent(account, { access: "full", extras: ["serverRules"] }),
	});
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-14">
			<span>
				{account.name}
				<span className="block text-12 text-ink-3">{reason}</span>
			</span>
			<Button size="small" busy={consent.isPending} onClick={() => consent.mutate()}>
				{t.native.allowAt(providerInfo(provider).shortName)}
			</Button>
		</div>
	);
}
