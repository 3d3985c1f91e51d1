import { lazy, Suspense } from "react";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { t } from "./base/text.ts";
import { markOf } from "./base/use-inbox-extensions.ts";
import type { MailboxView } from "./list/view/use-mailbox-view.ts";
import { MissingMessage } from "./message/missing-message.tsx";
import { NothingOpen } from "./nothing-open.tsx";

/** Lazy: with the HTML sanitizer it is the heaviest part, and loads while the list is shown. */
export const loadReadingPane = () => import("./message/reading-pane.tsx");
const ReadingPane = lazy(loadReadingPane);

const loading = (
	<div className="p-6">
		<Skeleton shape="text" rows={8} label={t.page.loadingTheMessage} />
	</div>
);

/** The open message next to the list, or over it; without one, what is selected. */
export function MessagePane({ view }: { view: MailboxView }) {
	return (
		<div className="flex min-h-0 min-w-0 flex-col bg-paper max-lg:z-[1] max-lg:col-start-1 max-lg:row-start-1">
			<PaneContent view={view} />
		</div>
	);
}

function PaneContent({ view }: { view: MailboxView }) {
	const { address, open, actions } = view;
	if (open.item)
		return (
			<Suspense fallback={loading}>
				<ReadingPane
					item={open.item}
					isSettled={open.isSettled}
					own={view.own}
					isSplit={view.wide}
					readOnly={view.readOnly.has(open.item)}
					actions={actions.pane(open.item)}
					mark={markOf(view.extensions.marks, open.item)}
				/>
			</Suspense>
		);
	if (address.emailId !== null && open.error)
		return <MissingMessage error={open.error} onRetry={() => void open.retry()} onBack={actions.closeMessage} />;
	if (address.emailId !== null) return loading;
	return (
		<div className="m-auto">
			<NothingOpen
				list={view.loaded}
				selection={view.cursor.selection}
				isInbox={address.folder === "inbox" && view.query.q === undefined}
			/>
		</div>
	);
}
