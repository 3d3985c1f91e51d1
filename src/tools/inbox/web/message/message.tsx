import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { trimEndOf } from "#shared/trim.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { EmailItem } from "../base/mail.ts";
import { t } from "../base/reader-text.ts";
import { useChanges } from "../changes/use-changes.ts";
import { Attachments } from "./attachments.tsx";
import { IncompleteNotice } from "./incomplete-notice.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { MessageBody } from "./message-body.tsx";
import { MessageHead } from "./message-head.tsx";
import { messageQuery } from "./use-message.ts";
import { WarningNotice } from "./warning-notice.tsx";

interface MessageProps {
	item: EmailItem;
	own: ReadonlySet<string>;
	/** Earlier messages of the conversation are above, so quotes of them may be folded. */
	fold: boolean;
}

/** One complete message. */
export function Message({ item, own, fold }: MessageProps) {
	const query = useQuery(messageQuery(item.id));
	const { isError, refetch } = query;
	const wasHeaderOnly = useRef(item.isHeaderOnly);
	useEffect(() => {
		// A body that could not be fetched on demand may have been synced since.
		if (wasHeaderOnly.current && !item.isHeaderOnly && isError) void refetch();
		wasHeaderOnly.current = item.isHeaderOnly;
	}, [isError, item.isHeaderOnly, refetch]);
	const changes = useChanges();
	const [asText, setAsText] = useState(false);
	return (
		<article
			aria-label={`${item.senderName || item.senderEmail}: ${item.subject || t.message.noSubject}`}
			className="flex flex-col gap-5"
		>
			<MessageHead
				item={item}
				email={query.data}
				own={own}
				asText={asText}
				onAsText={setAsText}
				onToggleRead={() => void changes.apply({ type: "mark_read", value: !item.isRead }, [item])}
			/>
			<QueryView
				query={query}
				loading={<Loading isFetched={item.isHeaderOnly} />}
				errorTitle={item.isHeaderOnly ? t.message.textNotSyncedYet : t.message.couldntLoadMessage}
			>
				{(email) => (
					<>
						{email.damage && <Notice tone="amber">{t.message.damaged(trimEndOf(email.damage, ". "))}</Notice>}
						<WarningNotice item={item} email={email} />
						<IncompleteNotice email={email} />
						<InvitationCard email={email} />
						<MessageBody email={email} asText={asText} fold={fold} />
						<Attachments email={email} />
					</>
				)}
			</QueryView>
		</article>
	);
}

/** @param isFetched only its header is stored: the body is fetched from the mail server */
function Loading({ isFetched }: { isFetched: boolean }) {
	const label = isFetched ? t.message.fetchingMessage : t.message.loadingTheMessage;
	return <Skeleton shape="text" rows={6} label={label} showLabel={isFetched} />;
}
