import { EllipsisVertical } from "lucide-react";
import { usePhone } from "#web/lib/base/use-wide.ts";
import { useRange } from "#web/lib/range/use-range.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { WorkbenchBulkBar } from "#web/ui/workbench/bulk-bar.tsx";
import { blockFilter } from "../base/block-filter.ts";
import { t } from "../base/text.ts";
import type { ListState } from "./use-list-state.ts";

/** The actions for the selected lists. */
export function BulkBar({ state }: { state: ListState }) {
	const { chosen } = state;
	const isPhone = usePhone();
	const { choice } = useRange();
	const canArchive = useInstalled().hasPath(blockFilter);
	const count = chosen.length;
	if (count === 0) return null;
	const emails = chosen.reduce((sum, list) => sum + list.count, 0);
	const bytes = chosen.reduce((sum, list) => sum + list.bytes, 0);
	const archive = t.holds.alwaysArchiveCount(count);
	const dismiss = t.subscriptions.markNotRequiredCount(count);
	return (
		<WorkbenchBulkBar
			summary={t.subscriptions.selected(count)}
			note={t.subscriptions.selectedMail(emails, bytes, choice.range === "all")}
			clearLabel={t.subscriptions.clear}
			onClear={() => state.selectAll(false)}
		>
			{!isPhone && (
				<>
					<Button variant="ghost" onClick={state.dismissChosen}>
						{dismiss}
					</Button>
					{canArchive && <Button onClick={state.archiveChosen}>{archive}</Button>}
				</>
			)}
			<Button variant="danger" onClick={state.deleteChosen}>
				{t.subscriptions.unsubscribeDeleteCount(count)}
			</Button>
			<Button variant="primary" onClick={state.unsubscribeChosen}>
				{t.subscriptions.unsubscribeCount(count)}
			</Button>
			{isPhone && (
				<span className="max-w-8">
					<Menu
						align="end"
						trigger={<IconButton icon={EllipsisVertical} label={t.subscriptions.moreActions} tooltip={false} />}
						entries={[
							...(canArchive ? [{ label: archive, onSelect: state.archiveChosen }] : []),
							{ label: dismiss, onSelect: state.dismissChosen },
						]}
					/>
				</span>
			)}
		</WorkbenchBulkBar>
	);
}
