import { useNavigate } from "@tanstack/react-router";
import { useCommands } from "#web/lib/commands.tsx";
import { useMailCursor } from "#web/lib/mail-list/list-cursor.ts";
import { selectedCount } from "#web/lib/selection.ts";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { CategorizedEmail, Counts, Pick } from "../../contract.ts";
import { categoryInfo } from "../categories.ts";
import type { Moves } from "../corrections/moves.ts";
import { ListHead } from "../list-head.tsx";
import { NothingFound } from "../nothing-found.tsx";
import { t } from "../text.ts";
import { useAddress } from "../use-address.ts";
import type { Scope } from "../use-scope.ts";
import { EmailList } from "./email-list.tsx";
import { useEmails } from "./use-emails.ts";

export interface ViewProps {
	scope: Scope;
	/** Mailbox names by id, where several are shown. */
	accountNames: ReadonlyMap<string, string> | null;
	moves: Moves;
	counts: Counts;
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
	useCommands([
		{
			id: "categorizer.select-all",
			title: t.emails.selectAll,
			keys: "* a",
			group: t.emails.shortcuts,
			run: cursor.selectEverything,
		},
		{
			id: "categorizer.deselect",
			title: t.emails.deselectAll,
			keys: "* n",
			group: t.emails.shortcuts,
			run: cursor.clear,
		},
	]);
	return (
		<section className="flex min-w-0 flex-col gap-2.5">
			<ListHead
				count={emails.data?.total}
				from={sender === null ? undefined : newest?.senderName || newest?.senderEmail || sender.key}
				chosen={{ count, scope: narrowed, category: category ?? undefined, sender: sender?.key, pick }}
				isAll={count > 0 && count === total}
				onAll={(all) => (all ? cursor.selectEverything() : cursor.clear())}
				onDone={cursor.clear}
			/>
			<div className="flex h-[calc(100dvh-128px)] flex-col overflow-hidden rounded-3 border border-line bg-surface has-[h2]:h-auto md:h-[max(384px,calc(100dvh-406px))]">
				<QueryView
					query={emails}
					loading={<Skeleton rows={6} label={t.emails.loadingEmails} />}
					errorTitle={t.emails.couldntLoadEmails}
					isEmpty={({ items }) => items.length === 0}
					empty={<NothingFound scanning={scanning} onScan={onScan} />}
				>
					{(data) => (
						<EmailList
							label={t.emails.emailsIn(category === null ? t.emails.allCategories : categoryInfo(category).name)}
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
		</section>
	);
}
