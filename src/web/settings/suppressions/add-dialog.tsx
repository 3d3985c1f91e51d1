import { FileUp } from "lucide-react";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Textarea } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { useChange } from "../use-change.ts";
import { addAll, type Result } from "./add-all.ts";
import { looksLikeTarget, targetsIn } from "./targets.ts";
import { t } from "./text.ts";

const MAX_FILE_BYTES = 5_000_000;
/** Lines shown of those that are no address. */
const MAX_INVALID_SHOWN = 10;

/** Adds pasted addresses and domains, or those of a file, and says what became of each. */
export function AddDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const [result, setResult] = useState<Result | null>(null);
	const close = () => {
		onClose();
		setResult(null);
	};
	return (
		<Dialog
			open={open}
			onClose={close}
			size="small"
			title={t.add.title}
			actions={
				result === null ? undefined : (
					<Button variant="primary" onClick={close}>
						{t.add.done}
					</Button>
				)
			}
		>
			{result === null ? <Form onAdded={setResult} onCancel={close} /> : <Added result={result} />}
		</Dialog>
	);
}

function Form({ onAdded, onCancel }: { onAdded: (result: Result) => void; onCancel: () => void }) {
	const [text, setText] = useState("");
	const [error, setError] = useState<string>();
	const input = useRef<HTMLInputElement>(null);
	const targets = targetsIn(text);
	const found = targets.filter(looksLikeTarget).length;
	const add = useChange({
		make: () => addAll(targets),
		failed: t.add.failed,
		refresh: [settingsKeys.suppressions],
		done: onAdded,
	});
	const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
		const [file] = target.files ?? [];
		if (file === undefined) return;
		setError(file.size > MAX_FILE_BYTES ? t.add.tooLarge(file.name) : undefined);
		if (file.size > MAX_FILE_BYTES) return;
		try {
			setText(await file.text());
		} catch {
			setError(t.add.couldntRead(file.name));
		}
		target.value = "";
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (targets.length === 0) setError(t.add.nothing);
		else add.mutate();
	};
	return (
		<form onSubmit={submit} className="flex flex-col gap-4" noValidate>
			<Field label={t.add.field} hint={targets.length > 0 ? t.add.found(found) : t.add.hint} error={error}>
				<Textarea
					rows={6}
					mono
					value={text}
					placeholder={t.add.placeholder}
					onChange={(event) => {
						setText(event.target.value);
						setError(undefined);
					}}
				/>
			</Field>
			<input
				ref={input}
				type="file"
				hidden
				accept=".csv,.txt,text/csv,text/plain"
				aria-label={t.add.chooseFile}
				onChange={(event) => void read(event)}
			/>
			<div>
				<Button icon={FileUp} onClick={() => input.current?.click()}>
					{t.add.chooseFile}
				</Button>
			</div>
			<DialogFormActions>
				<Button onClick={onCancel}>{t.add.cancel}</Button>
				<Button type="submit" variant="primary" busy={add.isPending}>
					{t.add.add}
				</Button>
			</DialogFormActions>
		</form>
	);
}

function Added({ result: { added, known, invalid } }: { result: Result }) {
	return (
		<div className="flex flex-col gap-3">
			<p role="status" className="text-14">
				{t.add.added(added)} {known > 0 && t.add.known(known)}
			</p>
			{invalid.length > 0 && (
				<Notice tone="amber">
					<p>{t.add.invalid(invalid.length)}</p>
					<ul className="font-mono text-12 wrap-anywhere">
						{invalid.slice(0, MAX_INVALID_SHOWN).map((line) => (
							<li key={line}>{line}</li>
						))}
						{invalid.length > MAX_INVALID_SHOWN && <li>…</li>}
					</ul>
				</Notice>
			)}
		</div>
	);
}
