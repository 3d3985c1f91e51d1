import { Checkbox, Switch } from "#web/ui/form/checkbox.tsx";
import type { ScreenerMailbox } from "../../contract.ts";
import { t } from "../base/text.ts";
import { ScreenerPreview } from "./screener-preview.tsx";
import { useSetScreener } from "./use-screener.ts";

/** Screener settings of one mailbox: on or off, and whether quarantined mail stays out of the inbox. */
export function MailboxSwitch({ mailbox, name }: { mailbox: ScreenerMailbox; name: string }) {
	const set = useSetScreener();
	const { accountId, by, reason } = mailbox;
	const { isOn, quarantines } = set.isPending ? set.variables : mailbox;
	const change = (part: Partial<Pick<ScreenerMailbox, "isOn" | "quarantines">>) =>
		set.mutate({ account: accountId, isOn, quarantines, ...part });
	const where = by === "label" ? t.screener.underLabelScreener : t.screener.folderScreener;
	return (
		<li className="flex flex-col gap-2">
			<Switch
				label={name}
				hint={reason ?? t.screener.screenFirstTimeSenders}
				checked={isOn}
				disabled={reason !== null}
				onChange={(on) => change({ isOn: on })}
			/>
			{!isOn && reason === null && (
				<ScreenerPreview
					account={accountId}
					isBusy={set.isPending}
					onScreen={() => set.mutate({ account: accountId, isOn: true, quarantines, withRecent: true })}
				/>
			)}
			{isOn && by !== null && (
				<Checkbox
					label={t.screener.keepOut(where)}
					showLabel
					checked={quarantines}
					onChange={(on) => change({ quarantines: on })}
				/>
			)}
		</li>
	);
}
