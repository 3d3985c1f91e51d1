import { Bell, BellRing } from "lucide-react";
import { IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { t } from "../base/text.ts";

const NONE = "none";
/** Days after sending. */
const CHOICES = [1, 2, 3, 7, 14];

interface ReminderMenuProps {
	/** Null: no reminder. */
	days: number | null;
	onChange: (days: number | null) => void;
}

/** A reminder of the message, unless someone answers it. */
export function ReminderMenu({ days, onChange }: ReminderMenuProps) {
	return (
		<Menu
			trigger={
				<IconButton
					icon={days === null ? Bell : BellRing}
					label={days === null ? t.reminder.title : t.reminder.isSet(days)}
					pressed={days !== null}
					tooltip={false}
				/>
			}
			entries={[
				{ type: "heading", label: t.reminder.title },
				{
					type: "radio",
					label: t.reminder.title,
					value: String(days ?? NONE),
					onChange: (value) => onChange(value === NONE ? null : Number(value)),
					options: [
						{ value: NONE, label: t.reminder.none },
						...CHOICES.map((choice) => ({ value: String(choice), label: t.reminder.after(choice) })),
					],
				},
			]}
		/>
	);
}
