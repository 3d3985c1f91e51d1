import { Fragment, useState } from "react";
import { type Command, useCommandList } from "#web/lib/screens/commands.tsx";
import { setSingleKeys, singleKeysOn } from "#web/lib/settings/single-keys.ts";
import { Keys } from "#web/ui/base/kbd.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { t } from "../base/text.ts";

/** Lists the shortcuts of this screen, with a switch for those without Ctrl or Cmd. */
export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const commands = useCommandList().filter((command) => command.keys);
	const groups = [...new Set(commands.map(({ group }) => group))];
	const [single, setSingle] = useState(singleKeysOn);
	return (
		<Dialog open={open} onClose={onClose} title={t.shortcuts.keyboardShortcuts} size="medium">
			<div className="gap-x-8 sm:columns-2">
				{groups.map((group) => (
					<section key={group} className="mb-5 break-inside-avoid">
						<h3 className="mb-1 text-12 font-semibold text-ink-3">{group}</h3>
						<dl>
							{titlesOf(commands, group).map((title) => (
								<div key={title} className="flex min-h-7 items-center justify-between gap-4 text-13">
									<dt>{title}</dt>
									<dd className="flex shrink-0 items-center gap-1.5 text-12 text-ink-3">
										{commands
											.filter((command) => command.group === group && command.title === title)
											.map((command, index) => (
												<Fragment key={command.id}>
													{index > 0 && t.shortcuts.or}
													<Keys keys={command.keys ?? ""} />
												</Fragment>
											))}
									</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
			<div className="border-t border-line pt-4">
				<Switch
					label={t.shortcuts.shortcutsWithoutCtrlCmd}
					hint={t.shortcuts.shortcutsWithoutCtrlCmdHint}
					checked={single}
					onChange={(on) => {
						setSingleKeys(on);
						setSingle(on);
					}}
				/>
			</div>
		</Dialog>
	);
}

/** Titles of a group's commands; one title may have several keys. */
function titlesOf(commands: readonly Command[], group: string): string[] {
	return [...new Set(commands.filter((command) => command.group === group).map(({ title }) => title))];
}
