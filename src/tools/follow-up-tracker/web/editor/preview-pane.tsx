import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import type { Campaign } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";
import { PreviewedMessage } from "./previewed-message.tsx";

/** Recipients read at once. */
const PAGE = 200;

/** The messages of each recipient as they will be sent. */
export function PreviewPane({ campaign, total }: { campaign: Campaign; total: number }) {
	const [number, setNumber] = useState(0);
	const people = useQuery({
		queryKey: [...campaignKeys.recipients(campaign.id), "preview"],
		queryFn: ({ signal }) =>
			campaigns.listRecipients({ params: { id: campaign.id }, query: { state: "waiting", limit: PAGE } }, { signal }),
	});
	const last = Math.min(total, people.data?.items.length ?? total) - 1;
	const person = people.data?.items[Math.min(number, last)];
	const query = useQuery({
		queryKey: campaignKeys.recipient(person?.id ?? ""),
		enabled: person !== undefined,
		queryFn: ({ signal }) => campaigns.getRecipient({ params: { id: person?.id ?? "" } }, { signal }),
		placeholderData: keepPreviousData,
	});
	return (
		<Section
			title={t.review.preview}
			actions={
				<>
					<span className="text-13 text-ink-3 tabular-nums">{t.review.previewOf(number + 1, last + 1)}</span>
					<IconButton
						icon={ChevronLeft}
						label={t.review.previous}
						disabled={number === 0}
						onClick={() => setNumber(number - 1)}
					/>
					<IconButton
						icon={ChevronRight}
						label={t.review.next}
						disabled={number >= last}
						onClick={() => setNumber(number + 1)}
					/>
				</>
			}
		>
			<QueryView query={query}>
				{({ recipient, previews }) => (
					<div className="flex flex-col gap-3">
						<p className="truncate text-13 text-ink-2">{t.review.to(recipient.email)}</p>
						{previews.map((preview, index) => (
							<PreviewedMessage
								// biome-ignore lint/suspicious/noArrayIndexKey: messages are known by their positions
								key={`${recipient.id} ${index}`}
								campaign={campaign}
								recipientId={recipient.id}
								preview={preview}
								step={index}
							/>
						))}
					</div>
				)}
			</QueryView>
		</Section>
	);
}
