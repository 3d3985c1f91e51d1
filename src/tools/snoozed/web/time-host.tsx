import { useState } from "react";
import { TimeDialog } from "#web/lib/time/time-dialog.tsx";
import { answerTime, type TimeQuestion, usePendingTime } from "./time-request.ts";

const nothing: TimeQuestion = { title: "", confirm: "", choices: [] };

/** The dialog that asks for a time, over every page. */
export default function TimeHost() {
	const pending = usePendingTime();
	// Its words stay while the dialog closes.
	const [shown, setShown] = useState<TimeQuestion | null>(null);
	if (pending !== null && pending !== shown) setShown(pending);
	if (shown === null) return null;
	const { title, description, confirm, choices } = pending ?? shown ?? nothing;
	return (
		<TimeDialog
			open={pending !== null}
			onClose={() => pending && answerTime(null)}
			title={title}
			{...(description !== undefined && { description })}
			confirm={confirm}
			choices={choices}
			onChoose={answerTime}
		/>
	);
}
