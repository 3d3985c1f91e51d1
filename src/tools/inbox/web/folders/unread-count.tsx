import { formatNumber } from "#web/lib/base/format.ts";
import { Defined } from "#web/ui/base/defined.tsx";
import { useAppBadge } from "./use-app-badge.ts";
import { useUnreadCount } from "./use-folders.ts";

/** Unread messages in the inbox of the selection, for the rail; nothing while there are none. */
export default function UnreadCount() {
	const count = useUnreadCount();
	useAppBadge(count ?? 0);
	return count ? <Defined figure="inboxUnread">{formatNumber(count)}</Defined> : null;
}
