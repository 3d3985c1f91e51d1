import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import type { LucideIcon } from "lucide-react";
import { cx } from "../base/cx.ts";

export interface ChoiceOption<V extends string> {
	value: V;
	label: string;
	/** A second line that explains it. */
	hint?: string;
	icon?: LucideIcon;
}

interface ChoiceProps<V extends string> {
	label: string;
	options: readonly ChoiceOption<V>[];
	value: V;
	onChange: (value: V) => void;
	/** In columns, where there is room. */
	columns?: 2 | 3;
}

/** A radio group with all options visible. */
export function Choice<V extends string>({ label, options, value, onChange, columns = 3 }: ChoiceProps<V>) {
	return (
		<RadioGroup
			aria-label={label}
			value={value}
			onValueChange={(next) => onChange(next as V)}
			className={cx("grid gap-2", columns === 3 ? "sm:grid-cols-3" : "sm:grid-cols-2")}
		>
			{options.map(({ value: own, label: name, hint, icon: Icon }) => (
				<Radio.Root
					key={own}
					value={own}
					className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-2 border border-line-strong bg-surface px-3 py-2 text-left text-14 transition-colors hover:border-ink-3 focus-visible:rounded-2 data-checked:border-accent data-checked:bg-selected"
				>
					{Icon && <Icon aria-hidden="true" size={16} className="shrink-0 text-ink-3" />}
					<span className="min-w-0">
						<span className="block font-medium">{name}</span>
						{hint && <span className="block text-12 text-ink-2">{hint}</span>}
					</span>
				</Radio.Root>
			))}
		</RadioGroup>
	);
}
