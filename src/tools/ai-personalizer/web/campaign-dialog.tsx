import { useState } from "react";
import { newCampaign } from "#web/lib/passing/new-campaign.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { Claim } from "../claims.ts";
import type { EmailDraft } from "../contract.ts";
import { type Replacement, replacementsFor, withFields } from "../merge-fields.ts";
import type { FactKind, Language } from "../options.ts";
import { t } from "./text.ts";

interface CampaignDialogProps {
	draft: EmailDraft;
	/** As edited. */
	subject: string;
	body: string;
	claims: readonly Claim[];
	signature: string;
	language: Language;
	onClose: () => void;
}

/** What campaigns have fields for. Other facts are true of this recipient alone. */
const MERGED: readonly FactKind[] = ["name", "company", "organization"];
const MAX_NAME_LENGTH = 120;

/** Shows what is replaced so that the email fits many recipients, then starts a campaign with it. */
export function CampaignDialog(props: CampaignDialogProps) {
	const { draft, subject, body, claims, signature, language, onClose } = props;
	const others = draft.subjects.filter((one) => one !== subject);
	const [subjectB, setSubjectB] = useState(others[0] ?? "");
	const texts = { subjects: [subject, subjectB], body, signature };
	const [edited, setEdited] = useState(() =>
		replacementsFor({ ...texts, subjects: draft.subjects }, draft.facts, language).map((one) => ({
			...one,
			isOn: true,
		})),
	);
	const change = (field: Replacement["field"], part: Partial<EditedReplacement>) =>
		setEdited((before) => before.map((one) => (one.field === field ? { ...one, ...part } : one)));
	const personal = claims.filter(({ factIds }) =>
		draft.facts.some(({ id, kind }) => factIds.includes(id) && !MERGED.includes(kind)),
	);
	const create = () => {
		const merged = withFields(
			texts,
			edited.filter(({ isOn }) => isOn),
		);
		const [first = "", second = ""] = merged.subjects;
		onClose();
		newCampaign({ name: subject.slice(0, MAX_NAME_LENGTH), subject: first, subjectB: second, body: merged.body });
	};
	return (
		<Dialog
			open
			onClose={onClose}
			title={t.campaign.title}
			description={t.campaign.description}
			actions={
				<>
					<Button onClick={onClose}>{t.campaign.cancel}</Button>
					<Button variant="primary" onClick={create}>
						{t.campaign.create}
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-4">
				{personal.length > 0 && (
					<Notice tone="amber">
						<p className="font-medium">{t.campaign.personal(draft.recipient)}</p>
						<ul className="mt-1 list-disc pl-5">
							{personal.map(({ text }) => (
								<li key={text}>{text}</li>
							))}
						</ul>
					</Notice>
				)}
				{edited.length === 0 ? (
					<p className="text-14 text-ink-2">{t.campaign.nothing}</p>
				) : (
					<ReplacementList replacements={edited} onChange={change} />
				)}
				{others.length > 0 && (
					<Field label={t.campaign.subjectB} hint={t.campaign.subjectBHint}>
						<Select
							value={subjectB}
							onChange={setSubjectB}
							options={[
								...others.map((value) => ({ value, label: value })),
								{ value: "", label: t.campaign.noSubjectB },
							]}
						/>
					</Field>
				)}
			</div>
		</Dialog>
	);
}

/** A replacement that the user can leave out or give another fallback. */
type EditedReplacement = Replacement & { isOn: boolean };

interface ReplacementListProps {
	replacements: readonly EditedReplacement[];
	onChange: (field: Replacement["field"], part: Partial<EditedReplacement>) => void;
}

function ReplacementList({ replacements, onChange }: ReplacementListProps) {
	return (
		<ul aria-label={t.campaign.fields} className="flex flex-col divide-y divide-line">
			{replacements.map(({ field, value, fallback, isOn }) => (
				<li key={field} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
					<Checkbox
						checked={isOn}
						onChange={(next) => onChange(field, { isOn: next })}
						label={t.campaign.replace(value, t.campaign.names[field])}
						showLabel
					/>
					<Field label={t.campaign.fallback(t.campaign.names[field])}>
						<Input
							value={fallback}
							maxLength={100}
							disabled={!isOn}
							onChange={(event) => onChange(field, { fallback: event.target.value })}
						/>
					</Field>
				</li>
			))}
		</ul>
	);
}
