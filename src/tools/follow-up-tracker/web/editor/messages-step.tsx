import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Card } from "#web/ui/page/card.tsx";
import type { Plan, Step, Template } from "../../contract.ts";
import { limits } from "../../limits.ts";
import { stepConditions } from "../../states.ts";
import { templatesQuery } from "../base/api.ts";
import { newStep } from "../base/new-plan.ts";
import { t } from "../base/text.ts";
import { MessageBody } from "./message-body.tsx";

interface MessagesStepProps {
	plan: Plan;
	/** Names of the recipients' fields. */
	fields: readonly string[];
	onChange: (change: PlanChange) => void;
	/** How many people have got each of the messages, once the campaign is launched. */
	sent?: readonly number[];
}

/** What changes of a plan; as a function, of the plan as it is by then: an editor reports its changes on its own. */
export type PlanChange = Partial<Plan> | ((plan: Plan) => Partial<Plan>);

/** Working days before a new follow-up. */
const WAIT = 3;

/** The messages of the sequence. */
export function MessagesStep({ plan, fields, onChange, sent }: MessagesStepProps) {
	const { steps } = plan;
	// A convenience: without them messages are written by hand.
	const { data: templates = [] } = useQuery(templatesQuery);
	const set = (index: number, part: Partial<Step>) =>
		onChange((now) => ({ steps: now.steps.map((step, at) => (at === index ? { ...step, ...part } : step)) }));
	/** In the middle, the ones after it would take its place. */
	const isUnsentEnd = (index: number): boolean => index === steps.length - 1 && (sent?.[index] ?? 0) === 0;
	return (
		<div className="flex flex-col gap-4">
			{steps.map((step, index) => (
				<MessageCard
					// biome-ignore lint/suspicious/noArrayIndexKey: messages are known by their positions
					key={index}
					step={step}
					index={index}
					fields={fields}
					templates={templates}
					onChange={(part) => set(index, part)}
					sent={sent?.[index] ?? 0}
					canRemove={index > 0 && (sent === undefined || isUnsentEnd(index))}
					onRemove={() => onChange({ steps: steps.filter((_, at) => at !== index) })}
				/>
			))}
			<div className="flex flex-wrap items-center gap-3">
				<Button
					icon={Plus}
					disabled={steps.length >= limits.steps}
					onClick={() => onChange({ steps: [...steps, newStep(WAIT)] })}
				>
					{t.messages.add}
				</Button>
				<span className="text-12 text-ink-3">{t.messages.footer}</span>
			</div>
		</div>
	);
}

interface MessageCardProps {
	step: Step;
	index: number;
	fields: readonly string[];
	templates: readonly Template[];
	/** People who have got it. */
	sent: number;
	canRemove: boolean;
	onChange: (part: Partial<Step>) => void;
	onRemove: () => void;
}

function MessageCard({ step, index, fields, templates, sent, canRemove, onChange, onRemove }: MessageCardProps) {
	const isFirst = index === 0;
	const title = isFirst ? t.messages.first : t.messages.followUp(index);
	const hasSubject = step.subject.trim() !== "";
	return (
		<Card
			title={title}
			note={sent > 0 ? t.messages.sentTo(sent) : isFirst ? undefined : t.messages.onlyIfNoReply}
			actions={
				!canRemove ? undefined : (
					<Button
						size="small"
						variant="ghost"
						icon={Trash2}
						aria-label={t.messages.removeNamed(title)}
						onClick={onRemove}
					>
						{t.messages.remove}
					</Button>
				)
			}
		>
			<div className="flex flex-col gap-3">
				{!isFirst && (
					<div className="grid gap-3 sm:grid-cols-2">
						<Field label={t.messages.waitDays}>
							<Input
								type="number"
								min={1}
								max={limits.waitDays}
								value={step.waitDays}
								onChange={(event) => onChange({ waitDays: clamped(event.target.value) })}
							/>
						</Field>
						<Field label={t.messages.condition}>
							<Select
								options={stepConditions.map((value) => ({ value, label: t.messages.conditions[value] }))}
								value={step.condition}
								onChange={(condition) => onChange({ condition })}
							/>
						</Field>
					</div>
				)}
				<Field label={t.messages.subject} hint={isFirst ? undefined : t.messages.subjectHint}>
					<Input
						value={step.subject}
						maxLength={limits.subject}
						onChange={(event) => onChange({ subject: event.target.value })}
					/>
				</Field>
				{hasSubject && (
					<Field label={t.messages.subjectB} hint={t.messages.subjectBHint}>
						<Input
							value={step.subjectB}
							maxLength={limits.subject}
							onChange={(event) => onChange({ subjectB: event.target.value })}
						/>
					</Field>
				)}
				<MessageBody
					step={step}
					fields={fields}
					templates={templates}
					onChange={onChange}
					onTemplate={({ subject }) => (isFirst && !hasSubject ? { subject } : {})}
				/>
			</div>
		</Card>
	);
}

function clamped(text: string): number {
	const days = Math.round(Number(text));
	return Number.isFinite(days) ? Math.min(limits.waitDays, Math.max(1, days)) : 1;
}
