import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { itemClass, popupClass } from "../base/popup.ts";
import { t } from "../base/text.ts";
import { controlClass } from "./field.tsx";

export interface SelectOption<V extends string> {
	value: V;
	label: string;
	/** A second line that explains it. */
	description?: string;
	disabled?: boolean;
}

interface SelectProps<V extends string> {
	options: readonly SelectOption<V>[];
	value: V | null;
	onChange: (value: V) => void;
	placeholder?: string;
	/** Required outside a Field. */
	label?: string;
	icon?: ReactNode;
	size?: "medium" | "large";
	disabled?: boolean;
	name?: string;
}

/** A dropdown. Inside a Field it is labeled by it. */
export function Select<V extends string>(props: SelectProps<V>) {
	const {
		options,
		value,
		onChange,
		placeholder = t.field.choose,
		label,
		icon,
		size = "medium",
		disabled,
		name,
	} = props;
	return (
		<Base.Root
			items={options}
			value={value}
			disabled={disabled}
			name={name}
			onValueChange={(next) => next !== null && onChange(next)}
		>
			<Base.Trigger
				aria-label={label}
				className={cx(
					controlClass,
					"flex cursor-pointer items-center gap-2 text-left font-medium data-popup-open:border-ink-3",
					size === "large" ? "h-10" : "h-8 pointer-coarse:h-10",
				)}
			>
				{icon && (
					<span aria-hidden="true" className="shrink-0 text-ink-3">
						{icon}
					</span>
				)}
				<span className="min-w-0 flex-1 truncate">
					<Base.Value placeholder={<span className="font-normal text-ink-3">{placeholder}</span>} />
				</span>
				<Base.Icon className="shrink-0 text-ink-3">
					<ChevronDown size={16} aria-hidden="true" />
				</Base.Icon>
			</Base.Trigger>
			<Base.Portal>
				<Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-[var(--z-menu)]">
					<Base.Popup className={cx(popupClass, "min-w-[var(--anchor-width)]")}>
						<Base.List>
							{options.map((option) => (
								<Base.Item
									key={option.value}
									value={option.value}
									disabled={option.disabled}
									className={cx(itemClass, option.description && "items-start py-2")}
								>
									<span className="flex w-4 shrink-0 pt-0.5 text-accent">
										<Base.ItemIndicator>
											<Check size={16} aria-hidden="true" />
										</Base.ItemIndicator>
									</span>
									<span className="min-w-0">
										<Base.ItemText>{option.label}</Base.ItemText>
										{option.description && <span className="block text-12 text-ink-3">{option.description}</span>}
									</span>
								</Base.Item>
							))}
						</Base.List>
					</Base.Popup>
				</Base.Positioner>
			</Base.Portal>
		</Base.Root>
	);
}
