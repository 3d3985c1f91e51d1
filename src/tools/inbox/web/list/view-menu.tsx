import { Rows3 } from "lucide-react";
import { type Density, setDensity, useDensity } from "#web/lib/mail-list/density.ts";
import { type ListView, listView } from "#web/lib/mail-list/list-view.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { t } from "../base/text.ts";

/** How the list is shown: conversations or single emails, and the height of its rows. */
export function ViewMenu() {
	const view = listView.use();
	const density = useDensity();
	return (
		<Menu
			align="end"
			trigger={<IconButton icon={Rows3} size="small" label={t.view.viewOptions} tooltip={false} />}
			entries={[
				{
					type: "radio",
					label: t.view.show,
					value: view,
					onChange: (next) => listView.set(next as ListView),
					options: [
						{ value: "conversations", label: t.view.conversations },
						{ value: "emails", label: t.view.singleEmails },
					],
				},
				{ type: "separator" },
				{
					type: "radio",
					label: t.view.density,
					value: density,
					onChange: (next) => setDensity(next as Density),
					options: [
						{ value: "spacious", label: t.view.spacious },
						{ value: "comfortable", label: t.view.comfortable },
						{ value: "compact", label: t.view.compact },
					],
				},
			]}
		/>
	);
}
