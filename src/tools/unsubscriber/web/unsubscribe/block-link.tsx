import { Ban } from "lucide-react";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import type { Subscription } from "../base/api.ts";
import { t } from "../base/text.ts";

const blockFilter = "/tool/block-filter";

/** Links to the filter form prefilled with this list's sender; renders nothing where filters are unavailable. */
export function BlockLink({ list, small, text }: { list: Subscription; small?: boolean; text?: string }) {
	const installed = useInstalled();
	const sender = list.senders[0]?.email;
	if (!installed.hasPath(blockFilter) || sender === undefined) return null;
	const search = {
		name: t.unsubscribe.block(list.name),
		type: "sender",
		value: sender,
		action: "block",
		account: list.accountId,
	} as const;
	return (
		<span>
			<ButtonLink
				to={blockFilter}
				search={search}
				icon={Ban}
				size={small ? "small" : "medium"}
				label={text === undefined ? t.unsubscribe.block(list.name) : `${text}: ${list.name}`}
			>
				{text ?? t.unsubscribe.blockButton}
			</ButtonLink>
		</span>
	);
}
