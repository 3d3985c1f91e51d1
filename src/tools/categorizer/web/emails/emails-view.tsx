import { useNavigate } from "@tanstack/react-router";
import { useMailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { selectedCount } from "#web/lib/mail-list/selection.ts";
import { useCommands } from "#web/lib/screens/commands.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { CategorizedEmail, Counts, Pick } from "../../contract.ts";
import { tool } from "../../tool.ts";
import { categories, groupName } from "../base/categories.ts";
import { t } from "../base/text.ts";
import { useAddress } from "../base/use-address.ts";
import type { Scope } from "../base/use-scope.ts";
import type { Moves } from "../corrections/moves.ts";
import { BulkActions } from "../list/bulk-actions.tsx";
import { ListHead } from "../list/list-head.tsx";
import { NothingFound } from "../list/nothing-found.tsx";
import { EmailList } from "./email-list.tsx";
import { useEmails } from "./use-emails.ts";

export interface ViewProps {
	scope: Scope;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	moves: Moves;
	counts: Counts;
	suspicious: Counts;
	/** Of all categories. */
	total: number;
	scanning: boolean;
	onScan: () => void;
}

const none: readonly CategorizedEmail[] = [];

/** The messages of the selected category, or of one sender in it. */
export function EmailsView({ scope, accountNames, moves, scanning, onScan }: ViewProps) {
	const { category, sender } = useAddress();
	const navigate = useNavigate();
	const narrowed = { ...scope, account: sender?.accountId ?? scope.account };
	const emails = useEmails({ ...narrowed, category: category ?? undefined, sender: sender?.key });
	const total = emails.data?.total ?? 0;
	const cursor = useMailCursor(emails.data?.items ?? none, { canExclude: true });
	const { selection } = cursor;
	const count = selectedCount(selection, total);
	const pick: Pick =
		selection.mode === "all" ? { by: "all", except: [...selection.ids] } : { by: "ids", ids: [...selection.ids] };
	const [newest] = emails.data?.items ?? [];
	useEmailCommands(cursor, emails.data?.items ?? none, moves);
	return (
		<section className="flex min-h-0 min-w-0 flex-1 flex-col">
			<ListHead
				count={emails.data?.total}
				from={sender === null ? undefined : newest?.senderName || newest?.senderEmail || sender.key}
				account={scope.account}
				isAll={count > 0 && count === total}
				onAll={(all) => (all ? cursor.selectEverything() : cursor.clear())}
			/>
			<div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface">
				<QueryView
					query={emails}
					loading={<Skeleton rows={12} label={t.emails.loadingEmails} />}
					errorTitle={t.emails.couldntLoadEmails}
					isEmpty={({ items }) => items.length === 0}
					empty={<NothingFound scanning={scanning} onScan={onScan} />}
				>
					{(data) => (
						<EmailList
							label={t.emails.emailsIn(groupName(category))}
							emails={data}
							cursor={cursor}
							onOpen={(item) =>
								void navigate({
									to: "/inbox/{-$emailId}",
									params: { emailId: item.id },
									search: { account: item.accountId },
								})
							}
							moves={moves}
							accountNames={accountNames}
							onEndNear={emails.loadMore}
							moreFailed={emails.isFetchNextPageError}
						/>
					)}
				</QueryView>
			</div>
			<BulkActions
				chosen={{ count, scope: narrowed, category: category ?? undefined, sender: sender?.key, pick }}
				onDone={cursor.clear}
				onClear={cursor.clear}
			/>
		</section>
	);
}

/** Selecting all, and moving the focused email to a category with a digit. */
function useEmailCommands(
	cursor: ReturnType<typeof useMailCursor>,
	items: readonly CategorizedEmail[],
	moves: Moves,
): void {
	useCommands([
		{
			id: "categorizer.select-all",
			title: t.emails.selectAll,
			keys: "* a",
			group: tool.title,
			run: cursor.selectEverything,
		},
		{
			id: "categorizer.deselect",
			title: t.emails.deselectAll,
			keys: "* n",
			group: tool.title,
			run: cursor.clear,
		},
		...categories.map(({ id, name }, index) => ({
			...{ id: `categorizer.to-${id}`, title: t.emails.moveTo(name), keys: String(index + 1), group: tool.title },
			hidden: true,
			when: () => cursor.activeId !== null,
			run: () => {
				const item = items.find((one) => one.id === cursor.activeId);
				if (item !== undefined && item.category !== id) moves.email(item, id);
			},
		})),
	]);
}
