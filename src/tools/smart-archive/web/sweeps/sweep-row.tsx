import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "#web/ui/button/button.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Sweep } from "../../contract.ts";
import { smartArchive } from "../base/api.ts";
import { t } from "../base/text.ts";
import { termsOf } from "./describe-sweep.ts";

interface SweepRowProps {
	sweep: Sweep;
	/** Mailbox name, where there are several. */
	mailbox: string | undefined;
	readOnly: boolean;
	onEdit: () => void;
	onChanged: () => void;
}

/** One rule: its limits, results, on or off. */
export function SweepRow({ sweep, mailbox, readOnly, onEdit, onChanged }: SweepRowProps) {
	const { id, senderEmail, senderName, isActive } = sweep;
	const failed = (error: Error) =>
		toast({ title: t.sweeps.couldntChangeRule, description: error.message, tone: "destructive" });
	const toggle = useMutation({
		mutationFn: (on: boolean) => smartArchive.updateSweep({ params: { id }, body: { isActive: on } }),
		onSuccess: onChanged,
		onError: failed,
	});
	const remove = useMutation({
		mutationFn: () => smartArchive.deleteSweep({ params: { id } }),
		onSuccess: () => {
			toast({ title: t.sweeps.sweepRuleDeleted, description: t.sweeps.sweepRuleDeletedDescription });
			onChanged();
		},
		onError: failed,
	});
	const confirmRemove = async () => {
		const yes = await confirm({
			title: t.sweeps.deleteQuestion(senderName || senderEmail),
			description: t.sweeps.deleteQuestionDescription,
			confirm: t.sweeps.deleteRule,
			danger: true,
		});
		if (yes) remove.mutate();
	};
	return (
		<li className="flex items-start gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-baseline gap-x-2 text-14">
					<span className="font-medium">{senderName || senderEmail}</span>
					<span className="truncate font-mono text-12 text-ink-3">{senderEmail}</span>
				</p>
				<p className="text-13 text-ink-2">{termsOf(sweep)}</p>
				<p className="mt-0.5 text-12 text-ink-3">
					{[mailbox, t.sweeps.swept(sweep.sweptCount), lastRun(sweep)].filter(Boolean).join(" · ")}
				</p>
			</div>
			<div className="flex shrink-0 items-center gap-1.5">
				<Switch
					label={t.sweeps.ruleFor(senderName || senderEmail)}
					hideLabel
					checked={toggle.isPending ? toggle.variables : isActive}
					disabled={readOnly}
					onChange={(on) => toggle.mutate(on)}
				/>
				<IconButton
					icon={Pencil}
					size="small"
					label={t.sweeps.editRuleFor(senderName || senderEmail)}
					disabled={readOnly}
					onClick={onEdit}
				/>
				<IconButton
					icon={Trash2}
					size="small"
					label={t.sweeps.deleteRuleFor(senderName || senderEmail)}
					busy={remove.isPending}
					onClick={() => void confirmRemove()}
				/>
			</div>
		</li>
	);
}

function lastRun({ lastRunAt, isActive }: Sweep): string {
	if (!isActive) return "off";
	return lastRunAt === null ? t.sweeps.notRunYet : t.sweeps.lastRun(lastRunAt);
}
