import { X } from "lucide-react";
import { IconButton } from "#web/ui/button.tsx";
import { Input } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import type { Leaf } from "../../condition.ts";
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
					label="What it is about"
					options={kinds}
					value={leaf.kind}
					onChange={(kind: Kind) => onChange(leafOf(kind, leaf))}
				/>
				<Select
					label="Whether it must hold"
					options={info.is.map((label, n) => ({ value: n === 0 ? "is" : "not", label }))}
					value={leaf.not ? "not" : "is"}
					onChange={(value) => onChange({ ...leaf, not: value === "not" })}
				/>
				<Value leaf={leaf} onChange={onChange} />
			</div>
			<IconButton icon={X} label={`Remove ${name.toLowerCase()}`} onClick={onRemove} />
		</fieldset>
	);
}

const THAN = {
	size: [
		{ value: "larger", label: "larger than" },
		{ value: "smaller", label: "smaller than" },
	],
	age: [
		{ value: "older", label: "older than" },
		{ value: "newer", label: "newer than" },
	],
} as const;
const SIZES = [
	{ value: "1000", label: "kB" },
	{ value: "1000000", label: "MB" },
	{ value: "1000000000", label: "GB" },
] as const;
const UNITS = [
	{ value: "d", label: "days" },
	{ value: "w", label: "weeks" },
	{ value: "m", label: "months" },
	{ value: "y", label: "years" },
] as const;
const CATEGORIES = [
	{ value: "promotions", label: "Promotions" },
	{ value: "social", label: "Social" },
	{ value: "updates", label: "Updates" },
	{ value: "forums", label: "Forums" },
	{ value: "primary", label: "Primary" },
] as const;

function Value({ leaf, onChange }: Pick<ConditionRowProps, "leaf" | "onChange">) {
	switch (leaf.kind) {
		case "attachment":
		case "unconfirmed":
			return null;
		case "category":
			return (
				<div className="col-span-2">
					<Select
						label="Category"
						options={CATEGORIES}
						value={leaf.value}
						onChange={(value) => onChange({ ...leaf, value })}
					/>
				</div>
			);
		case "size": {
			const unit = [...SIZES].reverse().find(({ value }) => leaf.bytes >= Number(value))?.value ?? "1000";
			return (
				<Amount>
					<Select
						label="Larger or smaller"
						options={THAN.size}
						value={leaf.than}
						onChange={(than) => onChange({ ...leaf, than })}
					/>
					<Figure
						label="Size"
						value={leaf.bytes / Number(unit)}
						onChange={(figure) => onChange({ ...leaf, bytes: Math.round(figure * Number(unit)) })}
					/>
					<Select
						label="Unit"
						options={SIZES}
						value={unit}
						onChange={(next) => onChange({ ...leaf, bytes: Math.round((leaf.bytes / Number(unit)) * Number(next)) })}
					/>
				</Amount>
			);
		}
		case "age":
			return (
				<Amount>
					<Select
						label="Older or newer"
						options={THAN.age}
						value={leaf.than}
						onChange={(than) => onChange({ ...leaf, than })}
					/>
					<Figure
						label="Age"
						value={leaf.count}
						onChange={(figure) => onChange({ ...leaf, count: Math.min(9999, Math.max(1, Math.round(figure))) })}
					/>
					<Select label="Unit" options={UNITS} value={leaf.unit} onChange={(unit) => onChange({ ...leaf, unit })} />
				</Amount>
			);
		default:
			return (
				<div className="col-span-2">
					<Input
						aria-label={kindInfo(leaf.kind).label}
						placeholder={kindInfo(leaf.kind).placeholder}
						autoComplete="off"
						spellCheck={false}
						maxLength={500}
						value={leaf.value}
						onChange={(event) => onChange({ ...leaf, value: event.target.value })}
					/>
				</div>
			);
	}
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
