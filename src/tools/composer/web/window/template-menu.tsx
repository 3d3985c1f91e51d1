import { useMutation, useQuery } from "@tanstack/react-query";
import { FilePlus2, LayoutTemplate, Settings } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { templatesQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import type { ComposerActions } from "./use-composer-actions.ts";

/** Inserts a template into the message, or saves the message as one. */
export function TemplateMenu({ actions }: { actions: ComposerActions }) {
	const { data: templates = [] } = useQuery(templatesQuery);
	const [isNaming, setIsNaming] = useState(false);
	return (
		<>
			<Menu
				trigger={<IconButton icon={LayoutTemplate} label={t.templates.title} tooltip={false} />}
				entries={[
					{ type: "heading", label: t.templates.insert },
					...templates.map((template) => ({
						label: template.name,
						...(template.subject !== "" && { note: template.subject }),
						onSelect: () => actions.insertTemplate(template),
					})),
					...(templates.length === 0 ? [{ label: t.templates.none, disabled: true, onSelect: () => undefined }] : []),
					{ type: "separator" },
					{ label: t.templates.save, icon: FilePlus2, onSelect: () => setIsNaming(true) },
					{ type: "link", label: t.templates.manage, icon: Settings, to: "/drafts/settings" },
				]}
			/>
			<NameDialog open={isNaming} onClose={() => setIsNaming(false)} onSave={actions.saveTemplate} />
		</>
	);
}

interface NameDialogProps {
	open: boolean;
	onClose: () => void;
	onSave: (name: string) => Promise<void>;
}

function NameDialog({ open, onClose, onSave }: NameDialogProps) {
	const [name, setName] = useState("");
	const save = useMutation({
		mutationFn: () => onSave(name.trim()),
		onSuccess() {
			setName("");
			onClose();
		},
	});
	const isNamed = name.trim() !== "";
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="small"
			title={t.templates.save}
			description={t.templates.saveDescription}
			actions={
				<Button variant="primary" disabled={!isNamed} busy={save.isPending} onClick={() => save.mutate()}>
					{t.settings.save}
				</Button>
			}
		>
			<Field label={t.templates.name} error={save.error?.message}>
				<Input
					value={name}
					maxLength={200}
					onChange={(event) => setName(event.target.value)}
					onKeyDown={(event) => event.key === "Enter" && isNamed && save.mutate()}
				/>
			</Field>
		</Dialog>
	);
}
