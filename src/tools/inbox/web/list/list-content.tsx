import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { type AiDialog, OpenAiDialog } from "../ai/use-ai-dialogs.tsx";
import type { MailList } from "../base/list-model.ts";
import { rowWith } from "../base/rows.ts";
import { t } from "../base/text.ts";
import { EmptyList } from "./empty-list.tsx";
import { MessageList } from "./rows/message-list.tsx";
import type { MailboxView } from "./view/use-mailbox-view.ts";

/** The messages, or why there are none. */
export function ListContent({ view }: { view: MailboxView }) {
	const { mailboxes, folders, title, address, list, loaded, cursor, actions, sync } = view;
	const { folder, search, emailId } = address;
	const { q, filter } = search;
	const isWhole = q === undefined && filter === undefined;
	const name = useListName(view);
	const [dialog, setDialog] = useState<AiDialog | null>(null);
	const content = (
		<QueryView<MailList>
			query={list}
			loading={<Skeleton rows={9} label={t.list.loadingEmails} />}
			errorTitle={isWhole ? t.list.failedLoadEmails : t.list.searchFailed}
			errorAction={
				!isWhole && <Button onClick={() => address.show({ folder: search.folder })}>{t.list.clearSearch}</Button>
			}
			isEmpty={(data) => data.items.length === 0}
			empty={
				<EmptyList
					address={address}
					folder={view.folder === null && folders.length > 0 ? null : title}
					sync={mailboxes.some((one) => one.capabilities.remote) ? sync : undefined}
					didYouMean={loaded?.didYouMean ?? null}
				/>
			}
		>
			{(data) => (
				<MessageList
					key={name}
					list={data}
					label={t.list.emailsIn(title)}
					cursor={cursor}
					openId={rowWith(data.items, emailId)?.id ?? null}
					own={view.own}
					q={q}
					isOneLine={view.wide}
					accountNames={view.accountNames}
					marks={view.extensions.marks}
					manyFolders={folder === undefined}
					onOpen={actions.open}
					onMove={actions.step}
					actions={{
						...actions.rowActions,
						summarize: (item) => setDialog({ kind: "summary", item }),
						suggestReplies: (item) => setDialog({ kind: "replies", item }),
					}}
					onEndNear={list.loadMore}
					moreError={list.moreError}
				/>
			)}
		</QueryView>
	);
	return (
		<>
			{content}
			<OpenAiDialog
				open={dialog}
				taskActions={dialog ? actions.pane(dialog.item).taskActions : noTaskActions}
				onClose={() => setDialog(null)}
			/>
		</>
	);
}

const noTaskActions = () => [];

/** Names the list that is shown: a different one starts at its top. The previous one stays until it has loaded. */
function useListName({ address, loaded }: MailboxView): string {
	const { folder, search } = address;
	const name = JSON.stringify([folder, search.q, search.mode, search.sort, search.filter]);
	const [shown, setShown] = useState(name);
	if (loaded && shown !== name) setShown(name);
	return shown;
}
