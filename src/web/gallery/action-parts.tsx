import { Archive, EllipsisVertical, Plus, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { Kbd, Keys } from "#web/ui/base/kbd.tsx";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { Button, ButtonLink, DownloadLink, IconButton } from "#web/ui/button/button.tsx";
import { Tooltip } from "#web/ui/button/tooltip.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { Part, Row } from "./part.tsx";

const act = () => {};

/** Buttons, and what opens from them. */
export function ActionParts() {
	return (
		<>
			<Buttons />
			<Popups />
			<Dialogs />
		</>
	);
}

function Buttons() {
	return (
		<Part name="Button">
			<Row>
				<Button variant="primary">Archive 12 emails</Button>
				<Button>Secondary</Button>
				<Button variant="ghost">Ghost</Button>
				<Button variant="danger" icon={Trash2}>
					Delete
				</Button>
				<Button size="small" icon={Plus}>
					Small
				</Button>
				<Button busy>Saving</Button>
				<Button disabled>Disabled</Button>
				<ButtonLink to="/">Link</ButtonLink>
				<DownloadLink href="data:text/plain,example" download="example.txt">
					Download
				</DownloadLink>
			</Row>
			<Row>
				<IconButton icon={Archive} label="Archive" keys="e" />
				<IconButton icon={Star} label="Star" pressed filled />
				<IconButton icon={Trash2} label="Delete" size="small" />
				<IconButton icon={Archive} label="Archiving" busy />
				<IconButton icon={Archive} label="Cannot be archived" disabled />
			</Row>
		</Part>
	);
}

function Popups() {
	return (
		<Part name="Menu and popover">
			<Row>
				<Menu
					trigger={<Button icon={EllipsisVertical}>Menu</Button>}
					entries={[
						{ type: "heading", label: "Move to" },
						{ label: "Archive", icon: Archive, keys: "e", onSelect: act },
						{ label: "Receipts", note: "robin@vale.example", onSelect: act },
						{ type: "separator" },
						{ label: "Delete", icon: Trash2, danger: true, onSelect: act },
						{ label: "Not possible here", disabled: true, onSelect: act },
					]}
				/>
				<Popover title="In progress" trigger={<Button>Popover</Button>}>
					<p className="p-4 text-13">Syncing, 1,204 of 8,311 messages.</p>
				</Popover>
				<Tooltip text="Archive" keys="e">
					<Button>Tooltip</Button>
				</Tooltip>
				<Kbd>Esc</Kbd>
				<Keys keys="mod+k" />
				<Spinner />
			</Row>
		</Part>
	);
}

function Dialogs() {
	const [open, setOpen] = useState(false);
	return (
		<Part name="Dialog and confirmation">
			<Row>
				<Button onClick={() => setOpen(true)}>Open dialog</Button>
				<Button
					onClick={() =>
						void confirm({
							title: "Delete 12 emails permanently?",
							description: "This cannot be undone.",
							confirm: "Delete",
							danger: true,
						})
					}
				>
					Ask for confirmation
				</Button>
			</Row>
			<Dialog
				open={open}
				onClose={() => setOpen(false)}
				title="Rename folder"
				description="The folder is renamed at your provider too."
				actions={
					<>
						<Button onClick={() => setOpen(false)}>Cancel</Button>
						<Button variant="primary" onClick={() => setOpen(false)}>
							Rename
						</Button>
					</>
				}
			>
				<p className="text-14">Receipts</p>
			</Dialog>
		</Part>
	);
}
