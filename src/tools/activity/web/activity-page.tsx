import { History } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { capitalize } from "#shared/capitalize.ts";
import { dayText } from "#shared/ranges.ts";
import { formatDay } from "#web/lib/base/format-days.ts";
import { inboxLink } from "#web/lib/base/links.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { VirtualList } from "#web/ui/table/virtual-list.tsx";
import { Chips } from "#web/ui/workbench/chips.tsx";
import { Workbench } from "#web/ui/workbench/workbench.tsx";
import { tool } from "../tool.ts";
import { ActivityDetail } from "./activity-detail.tsx";
import { ActivityEntry } from "./activity-entry.tsx";
import { byDay, type Change, changesOf } from "./change-rows.ts";
import { t } from "./text.ts";
import { isReading, undoActionOf, useOperations, useUndo } from "./use-activity.ts";
import { WaitingPlans } from "./waiting-plans.tsx";

/** Every change; or those of one tool, by its `source`. */
const CHANGES = "changes";
/** The emails that were only marked as read by opening them, too. */
const EVERYTHING = "everything";

/** The history of changes by day, with Undo and Redo. */
export default function ActivityPage() {
	const { query, all } = useOperations();
	const { accounts = [] } = useSelection();
	const undoPlan = useUndo();
	const nameOf = useToolNames();
	const [filter, setFilter] = useState(CHANGES);
	const [openId, setOpenId] = useState<string | null>(null);
	const known = useMemo(() => new Map(all?.map((operation) => [operation.id, operation])), [all]);
	const changes = useMemo(() => all && changesOf(all), [all]);
	const names = accounts.length > 1 ? new Map(accounts.map((account) => [account.id, account.name])) : null;
	const sources = [...new Set(changes?.map(({ first }) => first.source))].filter((source) => !isReading({ source }));
	const shown = changes?.filter(({ first }) => isShown(first.source, filter));

	const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
	const more = () => {
		if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
	};
	// A page without changes that are shown: load the next one.
	const thin = (shown?.length ?? 0) < 20;
	useEffect(() => {
		if (thin && hasNextPage && !isFetchingNextPage) void fetchNextPage();
	}, [thin, hasNextPage, isFetchingNextPage, fetchNextPage]);
	const entryOf = (change: Change) => {
		const back = undoActionOf(change.last, known);
		return (
			<ActivityEntry
				change={change}
				tool={nameOf(change.first.source)}
				account={change.first.accountId === null ? undefined : names?.get(change.first.accountId)}
				back={back}
				busy={undoPlan.isPending && undoPlan.variables.id === back?.id}
				isOpen={change.first.id === openId}
				onOpen={() => setOpenId(change.first.id)}
				onBack={(action) => undoPlan.mutate(action)}
			/>
		);
	};
	return (
		<Workbench
			title={tool.title}
			facts={t.page.activityDescription}
			filters={
				<Chips
					label={t.page.filter}
					options={[
						{ value: CHANGES, label: t.page.changes },
						...sources.map((source) => ({ value: source, label: nameOf(source) })),
						{ value: EVERYTHING, label: t.page.withOpenedEmails },
					]}
					value={filter}
					all={CHANGES}
					onChange={setFilter}
				/>
			}
			notices={<WaitingPlans />}
			panel={<ActivityDetail operation={known.get(openId ?? "") ?? null} onClose={() => setOpenId(null)} />}
		>
			<QueryView
				query={{ ...query, data: shown }}
				errorTitle={t.page.couldntLoadActivity}
				isEmpty={(items) => items.length === 0 && !hasNextPage}
				empty={
					<EmptyState
						icon={History}
						title={t.page.noChangesYet}
						description={t.page.noChangesYetDescription}
						action={<ButtonLink {...inboxLink}>{t.page.goToInbox}</ButtonLink>}
					/>
				}
			>
				{(items) => <Days changes={items} onEndNear={more} entry={entryOf} />}
			</QueryView>
		</Workbench>
	);
}

function isShown(source: string, filter: string): boolean {
	if (filter === EVERYTHING) return true;
	return filter === CHANGES ? !isReading({ source }) : source === filter;
}

/** The name of the tool that made a change, as everywhere else. */
function useToolNames(): (source: string) => string {
	const { titleOf } = useInstalled();
	return (source) => {
		if (isReading({ source })) return t.entry.openedAutomatically;
		const words = source.replaceAll("-", " ");
		return titleOf(`/tool/${source}`) ?? titleOf(`/${source}`) ?? capitalize(words);
	};
}

interface DaysProps {
	changes: readonly Change[];
	onEndNear: () => void;
	entry: (change: Change) => React.ReactNode;
}

function Days({ changes, onEndNear, entry }: DaysProps) {
	const lines = byDay(changes);
	return (
		<VirtualList
			label={t.page.changes}
			count={lines.length}
			rowHeight={52}
			rowKey={(index) => {
				const line = lines[index];
				return line === undefined ? index : line.type === "day" ? line.day : line.change.first.id;
			}}
			onEndNear={onEndNear}
			row={(index) => {
				const line = lines[index];
				if (line === undefined) return null;
				if (line.type === "change") return entry(line.change);
				return (
					<h2 className="flex h-8 items-center border-b border-line bg-sunken px-4 text-12 font-semibold text-ink-2 lg:px-6">
						{dayName(line.day)}
					</h2>
				);
			}}
		/>
	);
}

/** "Today", "Yesterday", or the date. */
function dayName(day: string, now = new Date()): string {
	const yesterday = new Date(now);
	yesterday.setDate(now.getDate() - 1);
	if (day === dayText(now)) return t.page.today;
	return day === dayText(yesterday) ? t.page.yesterday : formatDay(day);
}
