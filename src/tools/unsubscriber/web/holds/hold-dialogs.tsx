import { useState } from "react";
import { PlanDialog } from "#web/lib/plan/plan-dialog.tsx";
import { TimeDialog } from "#web/lib/time/time-dialog.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { t } from "../base/text.ts";
import { pauseChoices } from "./pause-choices.ts";
import type { AskedArchive, HoldState } from "./use-hold.ts";

interface HoldDialogsProps {
	hold: HoldState;
	/** The selected lists were acted on. */
	onDone: () => void;
}

/** The dialogs of archiving always and of pausing. */
export function HoldDialogs({ hold, onDone }: HoldDialogsProps) {
	const { pausing } = hold;
	// Keeps the title while the dialog closes.
	const [last, setLast] = useState(pausing);
	if (pausing !== null && pausing !== last) setLast(pausing);
	return (
		<>
			<ArchiveDialog hold={hold} onDone={onDone} />
			{last !== null && (
				<TimeDialog
					open={pausing !== null}
					onClose={hold.closePause}
					title={t.holds.pauseTitle(last.name)}
					description={t.holds.pauseDescription}
					confirm={t.holds.pause}
					choices={pauseChoices(new Date())}
					onChoose={(until) => void hold.pause(last, until)}
				/>
			)}
		</>
	);
}

function ArchiveDialog({ hold, onDone }: HoldDialogsProps) {
	const { asked } = hold;
	const [last, setLast] = useState<AskedArchive | null>(asked);
	const [isAll, setIsAll] = useState(true);
	if (asked !== null && asked !== last) {
		setLast(asked);
		setIsAll(true);
	}
	if (last === null) return null;
	const { lists, plan } = last;
	const names = lists.map(({ name }) => name);
	return (
		<PlanDialog
			plan={asked && (() => Promise.resolve(plan))}
			title={t.holds.archiveTitle(names)}
			verb={(count) => (isAll ? t.holds.archiveAll(count) : t.holds.alwaysArchive)}
			done={(result) => t.holds.archivedWith(names, result.applied)}
			apply={async () => {
				if (!isAll) {
					await hold.archiveNew(lists);
					onDone();
					return null;
				}
				const { job, operation } = await hold.hold(lists, null, plan.id);
				if (job === null || operation === null) throw new Error(t.holds.cantArchive);
				return { job, operation };
			}}
			onStarted={() => void hold.refresh()}
			onDone={onDone}
			onUndone={() => void hold.release(lists)}
			onClose={hold.closeArchive}
		>
			<p className="text-13 text-ink-2">{t.holds.archiveNote(lists.length)}</p>
			<Checkbox label={t.holds.inboxToo} showLabel checked={isAll} onChange={setIsAll} />
		</PlanDialog>
	);
}
