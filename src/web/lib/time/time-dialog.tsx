import { useRef, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { formatMoment } from "../base/format.ts";
import { t } from "../base/text.ts";
import { localValue } from "./local-time.ts";

/** A time with a name: "Tomorrow". */
export interface TimeChoice {
	label: string;
	at: Date;
}

interface TimeDialogProps {
	open: boolean;
	onClose: () => void;
	title: string;
	/** One sentence under the title. */
	description?: string;
	/** Label of the button that takes the date and time. */
	confirm: string;
	/** Offered above the date and time. */
	choices?: readonly TimeChoice[];
	onChoose: (at: Date) => void;
}

/** Asks for a time in the future: one of those offered, or any date and time. */
export function TimeDialog({ open, onClose, title, description, confirm, choices = [], onChoose }: TimeDialogProps) {
	const [value, setValue] = useState("");
	const first = useRef<HTMLButtonElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const at = value === "" ? null : new Date(value);
	const isPast = at !== null && at.getTime() <= Date.now();
	const choose = (time: Date) => {
		setValue("");
		// Before it closes: closing without a choice means none.
		onChoose(time);
		onClose();
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="small"
			title={title}
			description={description}
			initialFocus={choices.length > 0 ? first : input}
			actions={
				<>
					<Button onClick={onClose}>{t.time.cancel}</Button>
					<Button variant="primary" disabled={at === null || isPast} onClick={() => at && choose(at)}>
						{confirm}
					</Button>
				</>
			}
		>
			{choices.length > 0 && (
				<ul className="mb-4 flex flex-col">
					{choices.map((choice, index) => (
						<li key={choice.label}>
							<button
								ref={index === 0 ? first : undefined}
								type="button"
								onClick={() => choose(choice.at)}
								className="flex min-h-9 w-full items-center justify-between gap-4 rounded-2 px-2 text-left text-14 hover:bg-sunken max-sm:min-h-11"
							>
								<span className="font-medium">{choice.label}</span>
								<span className="text-13 text-ink-3 tabular-nums">{formatMoment(choice.at)}</span>
							</button>
						</li>
					))}
				</ul>
			)}
			<Field label={t.time.dateAndTime} error={isPast ? t.time.past : undefined}>
				<Input
					ref={input}
					type="datetime-local"
					min={localValue(new Date())}
					value={value}
					onChange={(event) => setValue(event.target.value)}
				/>
			</Field>
		</Dialog>
	);
}
