import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import type { Campaign } from "../../contract.ts";
import { campaigns, sendersQuery } from "../base/api.ts";
import { t } from "../base/text.ts";

interface TestSendProps {
	campaign: Campaign;
	/** Whose values fill in the merge fields. */
	recipientId: string;
	step: number;
	/** Which of two subjects. */
	variant: 0 | 1;
}

/** Sends the message that is shown to an address of the user's choice. */
export function TestSend({ campaign, recipientId, step, variant }: TestSendProps) {
	const [isOpen, setOpen] = useState(false);
	const [typed, setTyped] = useState<string | null>(null);
	const senders = useQuery(sendersQuery);
	const own = senders.data?.find(({ accountId }) => accountId === campaign.plan.accountIds[0])?.email ?? "";
	const to = (typed ?? own).trim();
	const test = useMutation({
		mutationFn: (address: string) =>
			campaigns.sendCampaignTest({ params: { id: recipientId }, body: { step, to: address, variant } }),
	});
	const change = (text: string) => {
		setTyped(text);
		test.reset();
	};
	if (!isOpen)
		return (
			<div>
				<Button size="small" icon={Send} onClick={() => setOpen(true)}>
					{t.review.sendTest}
				</Button>
			</div>
		);
	const said = test.data?.state === "queued" ? t.review.testQueued : t.review.testSent;
	return (
		<form
			className="flex flex-wrap items-end gap-2"
			onSubmit={(event) => {
				event.preventDefault();
				test.mutate(to);
			}}
		>
			<Field label={t.review.testTo} error={test.error?.message}>
				<Input type="email" required value={typed ?? own} onChange={(event) => change(event.target.value)} />
			</Field>
			<Button type="submit" busy={test.isPending} disabled={to === ""}>
				{t.review.send}
			</Button>
			{test.isSuccess && (
				<p role="status" className="w-full text-13 text-ink-2">
					{said(test.variables)}
				</p>
			)}
		</form>
	);
}
