import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Choice } from "#web/ui/form/choice.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { SweepDraft } from "../../contract.ts";
import { t } from "../base/text.ts";

interface SweepFormProps {
	/** Initial values; null: closed. */
	begun: Partial<SweepDraft> | null;
	/** Mailboxes that can be changed. */
	mailboxes: readonly Account[];
	busy: boolean;
	/** Why the preview failed. */
	error: string | null;
	onPreview: (draft: SweepDraft) => void;
	onClose: () => void;
}

/** Form of a rule for one sender. */
export function SweepForm({ begun, mailboxes, busy, error, onPreview, onClose }: SweepFormProps) {
	return (
		<Dialog
			open={begun !== null}
			onClose={onClose}
			title={t.sweeps.sweepRule}
			description={t.sweeps.sweepRuleDescription}
		>
			{begun && (
				<Form
					key={JSON.stringify(begun)}
					begun={begun}
					mailboxes={mailboxes}
					busy={busy}
					error={error}
					onPreview={onPreview}
					onClose={onClose}
				/>
			)}
		</Dialog>
	);
}

interface Values {
	senderEmail: string;
	keepNewest: string;
	olderThanDays: string;
}

const actions = [
	{ value: "trash", label: t.sweeps.moveToTrash, hint: t.sweeps.fromAllFolders },
	{ value: "archive", label: t.sweeps.archive, hint: t.sweeps.fromTheInbox },
] as const;

function Form({ begun, mailboxes, busy, error, onPreview, onClose }: SweepFormProps & { begun: Partial<SweepDraft> }) {
	const [account, setAccount] = useState(begun.account ?? mailboxes[0]?.id ?? "");
	const [action, setAction] = useState<SweepDraft["action"]>(begun.action ?? "trash");
	const [keeps, setKeeps] = useState(begun.keepNewest !== null);
	const [ages, setAges] = useState(typeof begun.olderThanDays === "number");
	const form = useForm<Values>({
		defaultValues: {
			senderEmail: begun.senderEmail ?? "",
			keepNewest: String(begun.keepNewest ?? 5),
			olderThanDays: String(begun.olderThanDays ?? 30),
		},
	});
	const { errors } = form.formState;
	const submit = form.handleSubmit(({ senderEmail, keepNewest, olderThanDays }) =>
		onPreview({
			account,
			senderEmail: senderEmail.trim(),
			keepNewest: keeps ? Number(keepNewest) : null,
			olderThanDays: ages ? Number(olderThanDays) : null,
			action,
		}),
	);
	return (
		<form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
			{mailboxes.length > 1 && (
				<Field label={t.sweeps.mailbox}>
					<Select
						options={mailboxes.map(({ id, name }) => ({ value: id, label: name }))}
						value={account}
						onChange={setAccount}
					/>
				</Field>
			)}
			<Field label={t.sweeps.senderAddress} error={errors.senderEmail?.message}>
				<Input
					mono
					autoComplete="off"
					spellCheck={false}
					placeholder={t.sweeps.addressExample}
					{...form.register("senderEmail", {
						validate: (text) => /^[^\s@]+@[^\s@]+$/.test(text.trim()) || t.sweeps.invalidAddress,
					})}
				/>
			</Field>
			<TermFields form={form} {...{ keeps, setKeeps, ages, setAges }} />
			<Choice label={t.sweeps.actionForRest} options={actions} value={action} onChange={setAction} columns={2} />
			{!keeps && !ages && <Notice tone="amber">{t.sweeps.missingTerms}</Notice>}
			{error !== null && <Notice tone="red">{error}</Notice>}
			<DialogFormActions>
				<Button onClick={onClose}>{t.sweeps.cancel}</Button>
				<Button type="submit" variant="primary" busy={busy} disabled={!keeps && !ages}>
					{t.sweeps.preview}
				</Button>
			</DialogFormActions>
		</form>
	);
}

interface TermFieldsProps {
	form: UseFormReturn<Values>;
	keeps: boolean;
	setKeeps: (keeps: boolean) => void;
	ages: boolean;
	setAges: (ages: boolean) => void;
}

/** How many emails the rule keeps, and from which age on it applies. */
function TermFields({ form, keeps, setKeeps, ages, setAges }: TermFieldsProps) {
	const { errors } = form.formState;
	return (
		<div className="flex flex-col gap-3">
			<Term
				label={t.sweeps.keepTheNewest}
				unit="emails"
				on={keeps}
				onToggle={setKeeps}
				error={keeps ? errors.keepNewest?.message : undefined}
			>
				<Input
					inputMode="numeric"
					aria-label={t.sweeps.newestToKeep}
					disabled={!keeps}
					{...form.register("keepNewest", { validate: (text) => !keeps || integerUpTo(1000)(text) })}
				/>
			</Term>
			<Term
				label={t.sweeps.onlyWhenOlderThan}
				unit="days"
				on={ages}
				onToggle={setAges}
				error={ages ? errors.olderThanDays?.message : undefined}
			>
				<Input
					inputMode="numeric"
					aria-label={t.sweeps.ageInDays}
					disabled={!ages}
					{...form.register("olderThanDays", { validate: (text) => !ages || integerUpTo(3650)(text) })}
				/>
			</Term>
		</div>
	);
}

const integerUpTo = (max: number) => (text: string) => {
	const value = Number(text);
	return (Number.isInteger(value) && value >= 1 && value <= max) || t.sweeps.wholeNumber(max);
};

interface TermProps {
	label: string;
	unit: string;
	on: boolean;
	onToggle: (on: boolean) => void;
	error: string | undefined;
	children: React.ReactNode;
}

/** An optional limit of the rule. */
function Term({ label, unit, on, onToggle, error, children }: TermProps) {
	return (
		<div>
			<div className="flex items-center gap-2 text-14">
				<span className="w-44">
					<Checkbox label={label} showLabel checked={on} onChange={onToggle} />
				</span>
				<span className="w-20">{children}</span>
				<span className="text-ink-2">{unit}</span>
			</div>
			{error && (
				<p role="alert" className="mt-1 text-12 font-medium text-red">
					{error}
				</p>
			)}
		</div>
	);
}
