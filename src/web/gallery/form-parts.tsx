import { Moon, Search, Sun } from "lucide-react";
import { useState } from "react";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { Checkbox, Switch } from "#web/ui/form/checkbox.tsx";
import { Choice } from "#web/ui/form/choice.tsx";
import { DropZone } from "#web/ui/form/drop-zone.tsx";
import { Field, Input, PasswordInput, Textarea } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { Pair, Part, Row } from "./part.tsx";

const options = [
	{ value: "archive", label: "Archive" },
	{ value: "trash", label: "Trash", description: "Deleted after 30 days" },
	{ value: "none", label: "Not possible here", disabled: true },
];

/** Fields and choices. */
export function FormParts() {
	const [action, setAction] = useState("archive");
	const [on, setOn] = useState(true);
	const [theme, setTheme] = useState("light");
	const [open, setOpen] = useState(true);
	return (
		<>
			<Part name="Field">
				<Pair>
					<Field label="Name" hint="Shown to people you write to.">
						<Input defaultValue="Robin Vale" />
					</Field>
					<Field label="Server" error="This server cannot be reached.">
						<Input mono defaultValue="imap.vale.example" />
					</Field>
					<Field label="Password">
						<PasswordInput defaultValue="correct horse" autoComplete="off" />
					</Field>
					<Field label="Disabled">
						<Input disabled value="robin@vale.example" readOnly />
					</Field>
					<Field label="Signature">
						<Textarea defaultValue={"Robin\nVale Orchards"} />
					</Field>
					<Input aria-label="Search" icon={<Search size={16} />} placeholder="Search mail" />
				</Pair>
			</Part>
			<Part name="Select and choice">
				<Pair>
					<Select label="Action" options={options} value={action} onChange={setAction} />
					<Select label="Nothing chosen" options={options} value={null} onChange={setAction} />
					<Choice
						label="Theme of the example"
						columns={2}
						options={[
							{ value: "light", label: "Light", icon: Sun, hint: "Dark text on paper" },
							{ value: "dark", label: "Dark", icon: Moon, hint: "Light text on green-black" },
						]}
						value={theme}
						onChange={setTheme}
					/>
					<Switch label="Notify me" hint="When a sync fails." checked={on} onChange={setOn} />
				</Pair>
				<Row>
					<Checkbox label="Selected" showLabel checked={on} onChange={setOn} />
					<Checkbox label="Some" showLabel checked={false} mixed onChange={setOn} />
					<Checkbox label="None" showLabel checked={false} onChange={setOn} />
					<Checkbox label="Disabled" showLabel checked disabled onChange={setOn} />
				</Row>
			</Part>
			<Part name="Files and details">
				<Pair>
					<DropZone label="Drop a mail file here" hint="mbox, eml or zip" onFiles={() => {}} />
					<div className="flex flex-col gap-4">
						<CopyField label="Address" text="import@vale.example" />
						<Disclosure label="Advanced" note="port, encryption" open={open} onToggle={setOpen}>
							<p className="text-13 text-ink-2">Port 993, TLS.</p>
						</Disclosure>
					</div>
				</Pair>
			</Part>
		</>
	);
}
