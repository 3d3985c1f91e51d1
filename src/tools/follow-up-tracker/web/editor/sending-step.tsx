import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { localValue } from "#web/lib/time/local-time.ts";
import { Checkbox, Switch } from "#web/ui/form/checkbox.tsx";
import { Field, Input, Textarea } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { Plan } from "../../contract.ts";
import { limits } from "../../limits.ts";
import { sendersQuery } from "../base/api.ts";
import { t } from "./text.ts";

interface SendingStepProps {
	plan: Plan;
	onChange: (part: Partial<Plan>) => void;
}

interface SendingStepWhole extends SendingStepProps {
	/** Names of the recipients' fields. */
	fields: readonly string[];
	/** What is decided at launch is left out. */
	isLaunched?: boolean;
}

/** From which mailboxes, when, and how fast. */
export function SendingStep({ plan, fields, onChange, isLaunched = false }: SendingStepWhole) {
	return (
		<div className="flex flex-col gap-5">
			{!isLaunched && <Mailboxes plan={plan} onChange={onChange} />}
			<div className="grid gap-4 sm:grid-cols-2">
				<SenderNames plan={plan} onChange={onChange} />
				<Field label={t.sending.postalAddress} hint={t.sending.postalHint}>
					<Textarea
						rows={2}
						value={plan.postalAddress}
						maxLength={500}
						onChange={(event) => onChange({ postalAddress: event.target.value })}
					/>
				</Field>
			</div>
			<Window plan={plan} onChange={onChange} />
			{!isLaunched && (fields.length > 0 || plan.zoneField !== "") && (
				<Field label={t.sending.zoneField} hint={t.sending.zoneFieldHint}>
					<Select
						options={zoneOptions(fields, plan.zoneField)}
						value={plan.zoneField}
						onChange={(zoneField) => onChange({ zoneField })}
					/>
				</Field>
			)}
			<Pace plan={plan} onChange={onChange} isLaunched={isLaunched} />
			<WarmUp plan={plan} onChange={onChange} />
			<Field label={t.sending.pauseAtBounces} hint={t.sending.pauseAtBouncesHint}>
				<Select
					options={bounceOptions(plan.pauseAtBounces)}
					value={String(plan.pauseAtBounces)}
					onChange={(value) => onChange({ pauseAtBounces: value === NEVER ? null : Number(value) })}
				/>
			</Field>
			<Group label={t.sending.rules}>
				<Switch
					label={t.sending.stopsOrganization}
					checked={plan.stopsOrganization}
					onChange={(stopsOrganization) => onChange({ stopsOrganization })}
				/>
				{!isLaunched && (
					<Switch
						label={t.sending.includesConversations}
						checked={plan.includesConversations}
						onChange={(includesConversations) => onChange({ includesConversations })}
					/>
				)}
				<Switch
					label={t.sending.tracksOpens}
					hint={t.sending.tracksOpensHint}
					checked={plan.tracksOpens}
					onChange={(tracksOpens) => onChange({ tracksOpens })}
				/>
				<Switch
					label={t.sending.tracksClicks}
					hint={t.sending.tracksClicksHint}
					checked={plan.tracksClicks}
					onChange={(tracksClicks) => onChange({ tracksClicks })}
				/>
			</Group>
		</div>
	);
}

/** How many messages a day, how far apart, and from when on. */
function Pace({ plan, onChange, isLaunched }: SendingStepProps & { isLaunched: boolean }) {
	return (
		<div className="grid gap-4 sm:grid-cols-3">
			<NumberField
				label={t.sending.cap}
				value={plan.dailyCap}
				min={1}
				max={limits.dailyCap}
				onChange={(dailyCap) =>
					onChange({
						dailyCap,
						warmUp: plan.warmUp && { ...plan.warmUp, start: Math.min(plan.warmUp.start, dailyCap) },
					})
				}
			/>
			<NumberField
				label={t.sending.spacing}
				hint={t.sending.spacingHint}
				value={plan.spacingSeconds}
				{...limits.spacingSeconds}
				onChange={(spacingSeconds) => onChange({ spacingSeconds })}
			/>
			{!isLaunched && (
				<Field label={t.sending.start} hint={t.sending.startHint}>
					<Input
						type="datetime-local"
						value={plan.startsAt === null ? "" : localValue(new Date(plan.startsAt))}
						onChange={(event) => onChange({ startsAt: fromLocal(event.target.value) })}
					/>
				</Field>
			)}
		</div>
	);
}

function zoneOptions(fields: readonly string[], chosen: string) {
	const names = [...new Set([...fields, ...(chosen === "" ? [] : [chosen])])];
	return [{ value: "", label: t.sending.noZoneField }, ...names.map((name) => ({ value: name, label: name }))];
}

const NEVER = String(null);
const BOUNCE_LIMITS = [2, 3, 5, 10];

/** Also what an AI client or the API has chosen. */
function bounceOptions(chosen: number | null) {
	const limit = chosen === null || BOUNCE_LIMITS.includes(chosen) ? [] : [chosen];
	return [
		...[...BOUNCE_LIMITS, ...limit]
			.toSorted((a, b) => a - b)
			.map((percent) => ({
				value: String(percent),
				label: t.sending.atBounces(percent),
			})),
		{ value: NEVER, label: t.sending.neverPause },
	];
}

/** The start of a new mailbox, as providers ask for. */
const WARM_UP = { start: 10, step: 5 };

function WarmUp({ plan: { warmUp, dailyCap }, onChange }: SendingStepProps) {
	return (
		<div className="flex flex-col gap-3">
			<Switch
				label={t.sending.warmUp}
				hint={t.sending.warmUpHint}
				checked={warmUp !== null}
				onChange={(on) => onChange({ warmUp: on ? { ...WARM_UP, start: Math.min(WARM_UP.start, dailyCap) } : null })}
			/>
			{warmUp !== null && (
				<div className="grid gap-4 sm:grid-cols-3">
					<NumberField
						label={t.sending.warmUpStart}
						value={warmUp.start}
						min={1}
						max={dailyCap}
						onChange={(start) => onChange({ warmUp: { ...warmUp, start } })}
					/>
					<NumberField
						label={t.sending.warmUpStep}
						value={warmUp.step}
						min={1}
						max={limits.dailyCap}
						onChange={(step) => onChange({ warmUp: { ...warmUp, step } })}
					/>
				</div>
			)}
		</div>
	);
}

/** Whose name the messages have: for each mailbox, where there are several. */
function SenderNames({ plan, onChange }: SendingStepProps) {
	const { data: senders = [] } = useQuery(sendersQuery);
	const chosen = senders.filter(({ accountId }) => plan.accountIds.includes(accountId));
	if (chosen.length < 2)
		return (
			<Field label={t.sending.fromName} hint={t.sending.fromNameHint}>
				<Input
					value={plan.senderNames[plan.accountIds[0] ?? ""] ?? plan.fromName}
					maxLength={120}
					autoComplete="name"
					onChange={(event) => onChange({ fromName: event.target.value, senderNames: {} })}
				/>
			</Field>
		);
	return (
		<div className="flex flex-col gap-3">
			{chosen.map(({ accountId, name, email }) => (
				<Field key={accountId} label={t.sending.nameOf(email ?? name)}>
					<Input
						value={plan.senderNames[accountId] ?? plan.fromName}
						maxLength={120}
						onChange={(event) => onChange({ senderNames: { ...plan.senderNames, [accountId]: event.target.value } })}
					/>
				</Field>
			))}
		</div>
	);
}

function Mailboxes({ plan, onChange }: SendingStepProps) {
	const { data: senders } = useQuery(sendersQuery);
	const toggle = (id: string, on: boolean) =>
		onChange({ accountIds: on ? [...plan.accountIds, id] : plan.accountIds.filter((one) => one !== id) });
	return (
		<Group label={t.sending.from}>
			{senders?.every(({ obstacle }) => obstacle !== null) && <Notice tone="amber">{t.sending.noMailbox}</Notice>}
			{senders?.map(({ accountId, name, email, obstacle, isLocal }) => (
				<div key={accountId} className="flex flex-col gap-0.5">
					<Checkbox
						showLabel
						label={email === null || email === name ? name : `${name} <${email}>`}
						checked={plan.accountIds.includes(accountId)}
						disabled={obstacle !== null}
						onChange={(on) => toggle(accountId, on)}
					/>
					{(obstacle !== null || isLocal) && (
						<p className="pl-6 text-12 text-ink-3">{obstacle ?? t.sending.staysLocal}</p>
					)}
				</div>
			))}
		</Group>
	);
}

function Window({ plan, onChange }: SendingStepProps) {
	const zones = [...new Set([plan.timeZone, ...Intl.supportedValuesOf("timeZone")])];
	return (
		<>
			<Group label={t.sending.days}>
				<div className="flex flex-wrap gap-x-5 gap-y-2">
					{[1, 2, 3, 4, 5, 6, 0].map((day) => (
						<Checkbox
							key={day}
							showLabel
							label={t.sending.dayNames[day] ?? ""}
							checked={plan.sendDays.includes(day)}
							disabled={plan.sendDays.length === 1 && plan.sendDays.includes(day)}
							onChange={(on) =>
								onChange({ sendDays: on ? [...plan.sendDays, day] : plan.sendDays.filter((one) => one !== day) })
							}
						/>
					))}
				</div>
			</Group>
			<div className="grid gap-4 sm:grid-cols-3">
				<Field label={t.sending.fromTime}>
					<Input
						type="time"
						value={toTime(plan.sendFrom)}
						onChange={(event) => event.target.value && onChange({ sendFrom: fromTime(event.target.value) })}
					/>
				</Field>
				<Field label={t.sending.untilTime}>
					<Input
						type="time"
						value={toTime(plan.sendUntil % 1_440)}
						onChange={(event) => event.target.value && onChange({ sendUntil: fromTime(event.target.value) || 1_440 })}
					/>
				</Field>
				<Field label={t.sending.timeZone}>
					<Select
						options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
						value={plan.timeZone}
						onChange={(timeZone) => onChange({ timeZone })}
					/>
				</Field>
			</div>
		</>
	);
}

function Group({ label, children }: { label: string; children: ReactNode }) {
	return (
		<fieldset className="flex min-w-0 flex-col gap-2">
			<legend className="pb-1.5 text-13 font-medium">{label}</legend>
			{children}
		</fieldset>
	);
}

interface NumberFieldProps {
	label: string;
	hint?: string;
	value: number;
	min: number;
	max: number;
	onChange: (value: number) => void;
}

/** A whole number; what is typed is corrected when the field is left. */
function NumberField({ label, hint, value, min, max, onChange }: NumberFieldProps) {
	return (
		<Field label={label} hint={hint}>
			<Input
				key={value}
				type="number"
				min={min}
				max={max}
				defaultValue={value}
				onBlur={(event) => {
					const typed = Math.round(Number(event.target.value));
					onChange(Number.isFinite(typed) ? Math.min(max, Math.max(min, typed)) : value);
				}}
			/>
		</Field>
	);
}

const two = (value: number): string => String(value).padStart(2, "0");
const toTime = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

function fromTime(text: string): number {
	const [hours = 0, minutes = 0] = text.split(":").map(Number);
	return hours * 60 + minutes;
}

const fromLocal = (text: string): string | null => (text === "" ? null : new Date(text).toISOString());
