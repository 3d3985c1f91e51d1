import type { MailMark } from "#web/lib/screens/inbox-extension.ts";
import { Badge } from "#web/ui/base/badge.tsx";

/** What a tool says about a message. */
export function MarkBadge({ mark: { label, icon: Icon, tone } }: { mark: MailMark }) {
	return (
		<Badge tone={tone}>
			<Icon aria-hidden="true" size={12} />
			{label}
		</Badge>
	);
}
