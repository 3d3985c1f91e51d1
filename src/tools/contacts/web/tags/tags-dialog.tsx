import { type FormEvent, useId, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { Contact } from "../../contract.ts";
import { tagsIn } from "../base/tags-in.ts";
import { t } from "../base/text.ts";
import { useTags } from "../base/use-contacts.ts";
import { useTagging } from "./use-tagging.ts";

interface TagsDialogProps {
	chosen: readonly Contact[];
	open: boolean;
	onClose: () => void;
}

/** Adds tags to contacts, and removes them. */
export function TagsDialog({ chosen, open, onClose }: TagsDialogProps) {
	const form = useId();
	const tagging = useTagging(onClose);
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t.tags.title(chosen.length)}
			description={t.tags.description}
			actions={
				<>
					<Button onClick={onClose}>{t.tags.cancel}</Button>
					<Button type="submit" form={form} variant="primary" busy={tagging.isPending}>
						{t.tags.save}
					</Button>
				</>
			}
		>
			{open && <TagsForm id={form} chosen={chosen} tagging={tagging} />}
		</Dialog>
	);
}

interface TagsFormProps {
	id: string;
	chosen: readonly Contact[];
	tagging: ReturnType<typeof useTagging>;
}

function TagsForm({ id, chosen, tagging }: TagsFormProps) {
	const known = useTags().data?.items ?? [];
	const [added, setAdded] = useState("");
	/** What the user changed: whether all have the tag. */
	const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
	const countOf = (tag: string) => chosen.filter(({ tags }) => tags.includes(tag)).length;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const ticked = [...changed].filter(([, isOn]) => isOn).map(([tag]) => tag);
		const cleared = [...changed].filter(([tag, isOn]) => !isOn && countOf(tag) > 0).map(([tag]) => tag);
		const add = [...new Set([...ticked, ...tagsIn(added)])];
		tagging.mutate({ chosen, add, remove: cleared.filter((tag) => !add.includes(tag)) });
	};
	return (
		<form id={id} onSubmit={submit} className="flex flex-col gap-4">
			{tagging.error && <Notice tone="red">{tagging.error.message}</Notice>}
			{known.length > 0 && (
				<fieldset className="flex max-h-60 flex-col gap-2.5 overflow-y-auto p-1">
					<legend className="mb-1.5 text-13 font-medium">{t.tags.existing}</legend>
					{known.map(({ tag }) => {
						const isOn = changed.get(tag) ?? countOf(tag) === chosen.length;
						return (
							<Checkbox
								key={tag}
								label={tag}
								showLabel
								checked={isOn}
								mixed={!changed.has(tag) && !isOn && countOf(tag) > 0}
								onChange={(next) => setChanged(new Map([...changed, [tag, next]]))}
							/>
						);
					})}
				</fieldset>
			)}
			<Field label={t.tags.add} hint={t.tags.addHint}>
				<Input value={added} maxLength={300} autoComplete="off" onChange={({ target }) => setAdded(target.value)} />
			</Field>
		</form>
	);
}
