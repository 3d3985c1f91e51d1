import { useMutation, useQueryClient } from "@tanstack/react-query";
import { AlarmClock, MailX, UserPlus } from "lucide-react";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { CampaignReply } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";

type Step = Parameters<typeof campaigns.takeNextStep>[0]["body"];

/** What a reply proposes: to write again on the day it names, to the colleague it names, or no more. */
export function NextStep({ reply }: { reply: CampaignReply }) {
	const take = useTakeNextStep(reply);
	const { group, next, email, canSetTone, emailId } = reply;
	if (!canSetTone || emailId === null) return null;
	const day = next?.day ?? null;
	if (group === "not_now" && day !== null) {
		if (next?.done === "reminded") return <Done text={t.nextStep.reminded(day)} />;
		return (
			<Button
				size="small"
				variant="ghost"
				icon={AlarmClock}
				disabled={take.isPending}
				onClick={() => take.mutate({ kind: "remind", until: morningOf(day) })}
			>
				{t.nextStep.remind(day)}
			</Button>
		);
	}
	if (group === "wrong_person" && next?.colleague) {
		const { email: other, name } = next.colleague;
		if (next.done === "added") return <Done text={t.nextStep.added(other)} />;
		const ask = async (): Promise<void> => {
			const question = { title: t.nextStep.addTitle(name || other), description: t.nextStep.addWhy(other) };
			if (await confirm({ ...question, confirm: t.nextStep.addConfirm })) take.mutate({ kind: "add_colleague" });
		};
		return (
			<Button size="small" variant="ghost" icon={UserPlus} disabled={take.isPending} onClick={() => void ask()}>
				{t.nextStep.add(other)}
			</Button>
		);
	}
	if (group !== "refused") return null;
	if (next?.done === "suppressed") return <Done text={t.nextStep.suppressed} />;
	return (
		<Button
			size="small"
			variant="ghost"
			icon={MailX}
			aria-label={t.nextStep.suppressOne(email)}
			disabled={take.isPending}
			onClick={() => take.mutate({ kind: "suppress" })}
		>
			{t.nextStep.suppress}
		</Button>
	);
}

function Done({ text }: { text: string }) {
	return <p className="text-12 text-ink-3">{text}</p>;
}

/** Nine in the morning of a day, where the user is. */
const morningOf = (day: string): string => new Date(`${day}T09:00:00`).toISOString();

function useTakeNextStep({ recipientId }: CampaignReply) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: Step) => campaigns.takeNextStep({ params: { id: recipientId }, body }),
		onError: (error) => toast({ title: t.nextStep.failed, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
	});
}
