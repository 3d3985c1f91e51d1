import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { formatFullTime, setTimeFormat, type TimeFormat, timeFormat } from "#web/lib/format.ts";
import { type Density, setDensity, useDensity } from "#web/lib/mail-list/density.ts";
import { setSingleKeys, singleKeysOn } from "#web/lib/single-keys.ts";
import { setTheme, type Theme, useTheme } from "#web/lib/theme.ts";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { Choice, type ChoiceOption } from "#web/ui/choice.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

const themes: readonly ChoiceOption<Theme>[] = [
	{ value: "light", label: "Light", icon: Sun },
	{ value: "dark", label: "Dark", icon: Moon },
	{ value: "system", label: "As the system", icon: Monitor },
];

const clocks: readonly ChoiceOption<TimeFormat>[] = [
	{ value: "auto", label: "As the browser" },
	{ value: "24", label: "24 hours", hint: "17:30" },
	{ value: "12", label: "12 hours", hint: "5:30 PM" },
];

const densities: readonly ChoiceOption<Density>[] = [
	{ value: "comfortable", label: "Comfortable", hint: "With a line of the text" },
	{ value: "compact", label: "Compact", hint: "More emails at a glance" },
];

/** `/settings/appearance`: stored in this browser, because screens differ. */
export default function AppearancePage() {
	const theme = useTheme();
	const density = useDensity();
	const [clock, setClock] = useState(timeFormat);
	const [single, setSingle] = useState(singleKeysOn);
	return (
		<SettingsFrame>
			<Card title="Theme">
				<Choice label="Theme" options={themes} value={theme} onChange={setTheme} />
			</Card>
			<Card title="Time of day" note={`Now: ${formatFullTime(Date.now())}`}>
				<Choice
					label="Time of day"
					options={clocks}
					value={clock}
					onChange={(next) => {
						setTimeFormat(next);
						setClock(next);
					}}
				/>
			</Card>
			<Card title="Lists of emails">
				<Choice label="Density" options={densities} value={density} onChange={setDensity} />
			</Card>
			<Card title="Keyboard">
				<Switch
					label="Shortcuts of one key"
					hint="Such as J and K in a list. Off, those with Ctrl or Cmd still work."
					checked={single}
					onChange={(on) => {
						setSingleKeys(on);
						setSingle(on);
					}}
				/>
			</Card>
			<p className="text-13 text-ink-3">These are kept in this browser alone.</p>
		</SettingsFrame>
	);
}
