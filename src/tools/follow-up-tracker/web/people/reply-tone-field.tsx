import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Recipient } from "../../contract.ts";
import { type ReplyTone, replyTones } from "../../states.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";

const options = [
	{ value: "none" as const, label: t.recipient.noTone },
	...replyTones.map((value) => ({ value, label: t.recipient.tones[value] })),
];

/** What a reply says: proposed by rules, decided by the user. */
export function ReplyToneField({ recipient: { id, tone, toneSource } }: { recipient: Recipient }) {
	const client = useQueryClient();
	const save = useMutation({
		mutationFn: (next: ReplyTone | null) => campaigns.setReplyTone({ params: { id }, body: { tone: next } }),
		onError: (error) => toast({ title: t.recipient.couldntSetTone, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
	});
	return (
		<Field label={t.recipient.tone} hint={toneSource === "rules" ? t.recipient.proposed : t.recipient.toneHint}>
			<Select
				options={options}
				value={save.isPending ? (save.variables ?? "none") : (tone ?? "none")}
				disabled={save.isPending}
				onChange={(value) => save.mutate(value === "none" ? null : value)}
			/>
		</Field>
	);
}
