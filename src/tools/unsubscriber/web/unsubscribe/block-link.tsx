import { Ban } from "lucide-react";
import { newFilter } from "#web/lib/passing/new-filter.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import type { Subscription } from "../base/api.ts";
import { blockFilter } from "../base/block-filter.ts";
import { t } from "../base/text.ts";

/**
 * Links to the filter form prefilled with this list's sender; of a suspicious one, opens the dialog that blocks and reports
 * it. Renders nothing where filters are unavailable. */
export function BlockLink({ list, small, text }: { list: Subscription; small?: boolean; text?: string }) {
	const installed = useInstalled();
	const sender = list.senders[0]?.email;
	if (!installed.hasPath(blockFilter) || sender === undefined) return null;
	if (list.isSuspicious) {
		const request = {
			accountId: list.accountId,
			senderEmail: sender,
			list: null,
			action: "block",
			isReport: true,
		} as const;
		return (
			<Button
				icon={Ban}
				size={small ? "small" : "medium"}
				aria-label={t.unsubscribe.blockAndReportNamed(list.name)}
				onClick={() => newFilter(request)}
			>
				{t.unsubscribe.blockAndReport}
			</Button>
		);
	}
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
