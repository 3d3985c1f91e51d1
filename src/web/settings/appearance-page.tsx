import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { formatFullTime, setTimeFormat, type TimeFormat, timeFormat } from "#web/lib/base/format.ts";
import { type AutoAdvance, autoAdvance } from "#web/lib/mail-list/auto-advance.ts";
import { type Density, setDensity, useDensity } from "#web/lib/mail-list/density.ts";
import { type ListView, listView } from "#web/lib/mail-list/list-view.ts";
import { setSingleKeys, singleKeysOn } from "#web/lib/settings/single-keys.ts";
import { setTheme, type Theme, useTheme } from "#web/lib/settings/theme.ts";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Choice, type ChoiceOption } from "#web/ui/form/choice.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { t } from "./text.ts";

const themes: readonly ChoiceOption<Theme>[] = [
	{ value: "light", label: t.appearance.light, icon: Sun },
	{ value: "dark", label: t.appearance.dark, icon: Moon },
	{ value: "system", label: t.appearance.system, icon: Monitor },
];

const clocks: readonly ChoiceOption<TimeFormat>[] = [
	{ value: "auto", label: t.appearance.browserDefault },
	{ value: "24", label: t.appearance.hours24, hint: "17:30" },
	{ value: "12", label: t.appearance.hours12, hint: t.appearance.twelveHourExample },
];

const densities: readonly ChoiceOption<Density>[] = [
	{ value: "spacious", label: t.appearance.spacious, hint: t.appearance.spaciousHint },
	{ value: "comfortable", label: t.appearance.comfortable, hint: t.appearance.comfortableHint },
	{ value: "compact", label: t.appearance.compact, hint: t.appearance.compactHint },
];

const views: readonly ChoiceOption<ListView>[] = [
	{ value: "conversations", label: t.appearance.conversations, hint: t.appearance.conversationsHint },
	{ value: "emails", label: t.appearance.singleEmails, hint: t.appearance.singleEmailsHint },
];

const advances: readonly ChoiceOption<AutoAdvance>[] = [
	{ value: "next", label: t.appearance.openNext },
	{ value: "previous", label: t.appearance.openPrevious },
	{ value: "list", label: t.appearance.backToList },
];

/** `/settings/appearance`: stored in this browser, because screens differ. */
export default function AppearancePage() {
	const theme = useTheme();
	const density = useDensity();
	const view = listView.use();
	const advance = autoAdvance.use();
	const [clock, setClock] = useState(timeFormat);
	const [single, setSingle] = useState(singleKeysOn);
	return (
		<SettingsFrame>
			<Card title={t.appearance.theme}>
				<Choice label={t.appearance.theme} options={themes} value={theme} onChange={setTheme} />
			</Card>
			<Card title={t.appearance.timeOfDay} note={t.appearance.now(formatFullTime(Date.now()))}>
				<Choice
					label={t.appearance.timeOfDay}
					options={clocks}
					value={clock}
					onChange={(next) => {
						setTimeFormat(next);
						setClock(next);
					}}
				/>
			</Card>
			<Card title={t.appearance.listsOfEmails}>
				<Choice label={t.appearance.density} options={densities} value={density} onChange={setDensity} />
			</Card>
			<Card title={t.appearance.defaultView}>
				<Choice label={t.appearance.defaultView} options={views} columns={2} value={view} onChange={listView.set} />
			</Card>
			<Card title={t.appearance.afterArchiving}>
				<Choice label={t.appearance.afterArchiving} options={advances} value={advance} onChange={autoAdvance.set} />
			</Card>
			<Card title={t.appearance.keyboard}>
				<Switch
					label={t.appearance.singleKeyShortcuts}
					hint={t.appearance.singleKeyShortcutsHint}
					checked={single}
					onChange={(on) => {
						setSingleKeys(on);
						setSingle(on);
					}}
				/>
			</Card>
			<p className="text-13 text-ink-3">{t.appearance.browserOnlyNote}</p>
		</SettingsFrame>
	);
}
