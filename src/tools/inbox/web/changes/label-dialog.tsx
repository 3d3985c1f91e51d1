import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import type { EmailItem } from "../base/mail.ts";
import { t } from "../base/text.ts";
import { labelsQuery } from "../folders/use-folders.ts";

interface LabelDialogProps {
	open: boolean;
	accountId: string;
	/** The selected messages that are loaded: their labels are checked. */
	items: readonly EmailItem[];
	onClose: () => void;
	onApply: (add: string[], remove: string[]) => void;
}

/** How many of the selected messages have a label. */
type Share = "all" | "some" | "none";

export function shareOf(items: readonly Pick<EmailItem, "labels">[], label: string): Share {
	const count = items.filter((item) => item.labels.includes(label)).length;
	return count === 0 ? "none" : count === items.length ? "all" : "some";
}

/** Checks and unchecks labels; typing a new name creates a label. */
export function LabelDialog({ open, accountId, items, onClose, onApply }: LabelDialogProps) {
	const query = useQuery({ ...labelsQuery(accountId), enabled: open });
	const [text, setText] = useState("");
	const input = useRef<HTMLInputElement>(null);
	const [fresh, setFresh] = useState<string[]>([]);
	const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
	useEffect(() => {
		if (!open) return;
		setText("");
		setFresh([]);
		setChoices(new Map());
	}, [open]);
	const choose = (label: string, on: boolean) => setChoices(new Map([...choices, [label, on]]));
	const create = () => {
		const name = text.trim().slice(0, 200);
		if (name === "") return;
		setFresh([...new Set([name, ...fresh])]);
		choose(name, true);
		setText("");
	};
	const apply = () => {
		const add = [...choices].flatMap(([label, on]) => (on && shareOf(items, label) !== "all" ? label : []));
		const remove = [...choices].flatMap(([label, on]) => (!on && shareOf(items, label) !== "none" ? label : []));
		onClose();
		if (add.length + remove.length > 0) onApply(add, remove);
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={t.changes.labels}
			size="small"
			initialFocus={input}
			actions={
				<>
					<Button onClick={onClose}>{t.changes.cancel}</Button>
					<Button variant="primary" disabled={choices.size === 0} onClick={apply}>
						{t.changes.apply}
					</Button>
				</>
			}
		>
			<form
				className="flex gap-2"
				onSubmit={(event) => {
					event.preventDefault();
					create();
				}}
			>
				<Input
					ref={input}
					aria-label={t.changes.newLabel}
					placeholder={t.changes.newLabel}
					maxLength={200}
					value={text}
					onChange={(event) => setText(event.target.value)}
				/>
				<Button type="submit" icon={Plus} disabled={text.trim() === ""}>
					{t.changes.add}
				</Button>
			</form>
			<QueryView query={query} errorTitle={t.changes.couldntLoadLabels}>
				{(labels) => {
					const names = [...new Set([...fresh, ...labels.map((label) => label.name)])];
					if (names.length === 0) return <p className="pt-3 text-14 text-ink-3">{t.changes.noLabelsYet}</p>;
					return <LabelChoices {...{ names, items, choices }} onChoose={choose} />;
				}}
			</QueryView>
		</Dialog>
	);
}

interface LabelChoicesProps {
	names: readonly string[];
	items: readonly EmailItem[];
	/** What the user checked and unchecked. */
	choices: ReadonlyMap<string, boolean>;
	onChoose: (label: string, on: boolean) => void;
}

function LabelChoices({ names, items, choices, onChoose }: LabelChoicesProps) {
	return (
		<ul className="mt-3 flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
			{names.map((name) => {
				const share = shareOf(items, name);
				const choice = choices.get(name);
				return (
					<li key={name}>
						<Checkbox
							showLabel
							label={name}
							checked={choice ?? share === "all"}
							mixed={choice === undefined && share === "some"}
							onChange={(on) => onChoose(name, on)}
						/>
					</li>
				);
			})}
		</ul>
	);
}
