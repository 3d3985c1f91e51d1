import { Switch as BaseSwitch } from "@base-ui/react/switch";
import { Check, Minus } from "lucide-react";
import { cx } from "../base/cx.ts";

interface CheckboxProps {
	checked: boolean;
	/** Indeterminate: some of the items are selected. */
	mixed?: boolean;
	/** `shift`: the key was held, for range selection. */
	onChange: (checked: boolean, shift: boolean) => void;
	label: string;
	/** Shows the label next to the box; otherwise it is for screen readers only. */
	showLabel?: boolean;
	disabled?: boolean;
	tabIndex?: number;
}

/** A plain button: lists of emails have one in each row, which comes and goes while they are scrolled. */
export function Checkbox({ checked, mixed = false, onChange, label, showLabel, disabled, tabIndex }: CheckboxProps) {
	const box = (
		// biome-ignore lint/a11y/useSemanticElements: the box of a native one cannot have an icon
		<button
			type="button"
			role="checkbox"
			aria-checked={mixed ? "mixed" : checked}
			disabled={disabled}
			tabIndex={tabIndex}
			onClick={(event) => onChange(!checked, event.shiftKey)}
			onKeyDown={(event) => {
				// A checkbox is toggled with Space alone.
				if (event.key === "Enter") event.preventDefault();
			}}
			aria-label={showLabel ? undefined : label}
			className={cx(
				// The larger ::after area keeps the target at 24 px or more (WCAG 2.5.8), and at 40 px for a finger.
				"relative flex size-4 shrink-0 cursor-pointer items-center justify-center rounded-1 border transition-colors",
				"text-on-accent after:absolute after:-inset-1.5 pointer-coarse:after:-inset-3.5",
				"disabled:cursor-default disabled:opacity-50",
				checked || mixed ? "border-accent bg-accent" : "border-line-strong bg-surface hover:border-ink-3",
			)}
		>
			{mixed ? <Minus size={12} strokeWidth={3} /> : checked && <Check size={12} strokeWidth={3} />}
		</button>
	);
	if (!showLabel) return box;
	return (
		// biome-ignore lint/a11y/noLabelWithoutControl: the control is the checkbox inside
		<label className="flex cursor-pointer items-center gap-2 text-14 pointer-coarse:min-h-10">
			{box}
			{label}
		</label>
	);
}

interface SwitchProps {
	checked: boolean;
	onChange: (checked: boolean) => void;
	label: string;
	/** A second line that explains it. */
	hint?: string;
	disabled?: boolean;
	hideLabel?: boolean;
}

/** A toggle that takes effect immediately. */
export function Switch({ checked, onChange, label, hint, disabled, hideLabel }: SwitchProps) {
	const control = (
		<BaseSwitch.Root
			checked={checked}
			disabled={disabled}
			onCheckedChange={(next) => onChange(next)}
			aria-label={hideLabel ? label : undefined}
			className={cx(
				"relative h-5 w-9 shrink-0 cursor-pointer rounded-full border border-transparent bg-line-strong p-px transition-colors",
				"after:absolute after:-inset-1 pointer-coarse:after:-inset-y-3 focus-visible:rounded-full data-checked:bg-accent data-disabled:opacity-50",
			)}
		>
			<BaseSwitch.Thumb className="block size-4 rounded-full bg-surface transition-transform data-checked:translate-x-4" />
		</BaseSwitch.Root>
	);
	if (hideLabel) return control;
	return (
		// biome-ignore lint/a11y/noLabelWithoutControl: the control is the switch inside
		<label className="flex cursor-pointer items-center justify-between gap-4 text-14 pointer-coarse:min-h-10">
			<span>
				{label}
				{hint && <span className="block text-12 text-ink-3">{hint}</span>}
			</span>
			{control}
		</label>
	);
}
