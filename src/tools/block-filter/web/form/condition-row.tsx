import { X } from "lucide-react";
import { CATEGORIES, CATEGORY_NAMES } from "#shared/mail/categories.ts";
import { PATTERN_FIELDS } from "#shared/search/query.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { Leaf } from "../../condition.ts";
import { PATTERN_NAMES } from "../../descriptions.ts";
import { t } from "../base/text.ts";
import { KINDS, type Kind, kindInfo, leafOf } from "./kinds.ts";

interface ConditionRowProps {
	leaf: Leaf;
	/** "Condition 2", for screen readers. */
	name: string;
	onChange: (leaf: Leaf) => void;
	onRemove: () => void;
}

const kinds = KINDS.map(({ kind, label }) => ({ value: kind, label }));

/** One condition of the builder: its kind, whether it is negated, and its value. */
export function ConditionRow({ leaf, name, onChange, onRemove }: ConditionRowProps) {
	const info = kindInfo(leaf.kind);
	return (
		<fieldset aria-label={name} className="flex min-w-0 items-start gap-1.5">
			<div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,0.85fr)] gap-1.5">
				<Select
					label={t.form.field}
					options={kinds}
					value={leaf.kind}
					onChange={(kind: Kind) => onChange(leafOf(kind, leaf))}
				/>
				<Select
					label={t.form.comparison}
					options={info.is.map((label, n) => ({ value: n === 0 ? "is" : "not", label }))}
					value={leaf.not ? "not" : "is"}
					onChange={(value) => onChange({ ...leaf, not: value === "not" })}
				/>
				<Value leaf={leaf} onChange={onChange} />
			</div>
			<IconButton icon={X} label={t.form.removeCondition(name.toLowerCase())} onClick={onRemove} />
		</fieldset>
	);
}

const THAN = {
	size: [
		{ value: "larger", label: t.form.largerThan },
		{ value: "smaller", label: t.form.smallerThan },
	],
	age: [
		{ value: "older", label: t.form.olderThan },
		{ value: "newer", label: t.form.newerThan },
	],
} as const;
const SIZES = [
	{ value: "1000", label: t.form.kb },
	{ value: "1000000", label: t.form.mb },
	{ value: "1000000000", label: t.form.gb },
] as const;
const UNITS = [
	{ value: "d", label: t.form.days },
	{ value: "w", label: t.form.weeks },
	{ value: "m", label: t.form.months },
	{ value: "y", label: t.form.years },
] as const;
const patternFields = PATTERN_FIELDS.map((value) => ({ value, label: PATTERN_NAMES[value] }));
const categoryOptions = CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] }));

function Value({ leaf, onChange }: Pick<ConditionRowProps, "leaf" | "onChange">) {
	switch (leaf.kind) {
		case "attachment":
		case "unconfirmed":
		case "suspicious":
			return null;
		case "category":
			return (
				<div className="col-span-2">
					<Select
						label={t.form.category}
						options={categoryOptions}
						value={leaf.value}
						onChange={(value) => onChange({ ...leaf, value })}
					/>
				</div>
			);
		case "pattern":
			return (
				<>
					<Select
						label={t.form.field}
						options={patternFields}
						value={leaf.field}
						onChange={(field) => onChange({ ...leaf, field })}
					/>
					<Text leaf={leaf} onChange={onChange} />
				</>
			);
		case "size":
			return <Size leaf={leaf} onChange={onChange} />;
		case "age":
			return <Age leaf={leaf} onChange={onChange} />;
		default:
			return (
				<div className="col-span-2">
					<Text leaf={leaf} onChange={onChange} />
				</div>
			);
	}
}

function Size({ leaf, onChange }: { leaf: Extract<Leaf, { kind: "size" }>; onChange: (leaf: Leaf) => void }) {
	const unit = [...SIZES].reverse().find(({ value }) => leaf.bytes >= Number(value))?.value ?? "1000";
	return (
		<Amount>
			<Select
				label={t.form.largerOrSmaller}
				options={THAN.size}
				value={leaf.than}
				onChange={(than) => onChange({ ...leaf, than })}
			/>
			<Figure
				label={t.form.size}
				value={leaf.bytes / Number(unit)}
				onChange={(figure) => onChange({ ...leaf, bytes: Math.round(figure * Number(unit)) })}
			/>
			<Select
				label={t.form.unit}
				options={SIZES}
				value={unit}
				onChange={(next) => onChange({ ...leaf, bytes: Math.round((leaf.bytes / Number(unit)) * Number(next)) })}
			/>
		</Amount>
	);
}

function Age({ leaf, onChange }: { leaf: Extract<Leaf, { kind: "age" }>; onChange: (leaf: Leaf) => void }) {
	return (
		<Amount>
			<Select
				label={t.form.olderOrNewer}
				options={THAN.age}
				value={leaf.than}
				onChange={(than) => onChange({ ...leaf, than })}
			/>
			<Figure
				label={t.form.age}
				value={leaf.count}
				onChange={(figure) => onChange({ ...leaf, count: Math.min(9999, Math.max(1, Math.round(figure))) })}
			/>
			<Select label={t.form.unit} options={UNITS} value={leaf.unit} onChange={(unit) => onChange({ ...leaf, unit })} />
		</Amount>
	);
}

interface TextProps {
	leaf: Exclude<Extract<Leaf, { value: string }>, { kind: "category" }>;
	onChange: (leaf: Leaf) => void;
}

function Text({ leaf, onChange }: TextProps) {
	const { label, placeholder } = kindInfo(leaf.kind);
	return (
		<Input
			aria-label={label}
			placeholder={placeholder}
			autoComplete="off"
			spellCheck={false}
			maxLength={500}
			value={leaf.value}
			onChange={(event) => onChange({ ...leaf, value: event.target.value })}
		/>
	);
}

function Amount({ children }: { children: React.ReactNode }) {
	return (
		<div className="col-span-2 grid grid-cols-[minmax(0,1.5fr)_minmax(0,0.8fr)_minmax(0,1fr)] gap-1.5">{children}</div>
	);
}

interface FigureProps {
	label: string;
	value: number;
	onChange: (value: number) => void;
}

function Figure({ label, value, onChange }: FigureProps) {
	return (
		<Input
			aria-label={label}
			type="number"
			inputMode="decimal"
			min={0}
			step="any"
			value={String(Number(value.toFixed(3)))}
			onChange={(event) => {
				const figure = event.target.valueAsNumber;
				if (Number.isFinite(figure) && figure >= 0) onChange(figure);
			}}
		/>
	);
}
