import { useState } from "react";
import { useCommandList } from "#web/lib/commands.tsx";
import { setSingleKeys, singleKeysOn } from "#web/lib/single-keys.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Keys } from "#web/ui/kbd.tsx";

/** Every shortcut that works on this screen, and the switch for those without Ctrl or Cmd. */
export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const commands = useCommandList().filter((command) => command.keys);
	const groups = [...new Set(commands.map(({ group }) => group))];
	const [single, setSingle] = useState(singleKeysOn);
	return (
		<Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="medium">
			<div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
				{groups.map((group) => (
					<section key={group}>
						<h3 className="mb-1 text-12 font-semibold text-ink-3">{group}</h3>
						<dl>
							{commands
								.filter((command) => command.group === group)
								.map((command) => (
									<div key={command.id} className="flex min-h-7 items-center justify-between gap-4 text-13">
										<dt>{command.title}</dt>
										<dd>
											<Keys keys={command.keys ?? ""} />
										</dd>
									</div>
								))}
						</dl>
					</section>
				))}
			</div>
			<div className="mt-5 border-t border-line pt-4">
				<Switch
					label="Shortcuts without Ctrl or Cmd"
					hint="Turn them off if speech input or a slipped finger sets them off."
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
