import { Field as Base } from "@base-ui/react/field";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { IconButton } from "../button/button.tsx";

interface FieldProps {
	label: string;
	/** A hint below the control. */
	hint?: ReactNode;
	/** Error message; its presence marks the field as invalid. */
	error?: string;
	/** Shows the label to screen readers only. */
	hideLabel?: boolean;
	/** One of several in a grid row: the error is shown below them all, over the whole width. */
	inRow?: boolean;
	/** One control of the kit: Input, PasswordInput, Textarea, Select, Switch. */
	children: ReactNode;
}

/** Connects a label, a hint and an error to one control by ids. */
export function Field({ label, hint, error, hideLabel, inRow, children }: FieldProps) {
	const column = "flex min-w-0 flex-col gap-1.5";
	const control = (
		<>
			<Base.Label className={cx("text-13 font-medium text-ink", hideLabel && "sr-only")}>{label}</Base.Label>
			{children}
			{hint !== undefined && error === undefined && (
				<Base.Description className="text-12 text-ink-3">{hint}</Base.Description>
			)}
		</>
	);
	return (
		<Base.Root invalid={error !== undefined} className={inRow ? "contents" : column}>
			{inRow ? <div className={column}>{control}</div> : control}
			<Base.Error
				match={error !== undefined}
				className={cx("text-12 font-medium break-words text-red", inRow && "order-1 col-span-full -mt-1.5")}
			>
				{error}
			</Base.Error>
		</Base.Root>
	);
}

export const controlClass =
	"w-full min-w-0 rounded-2 border border-line-strong bg-surface px-3 text-14 text-ink placeholder:text-ink-3 " +
	"transition-colors hover:border-ink-3 focus-visible:rounded-2 disabled:bg-sunken disabled:text-ink-3 " +
	"data-invalid:border-red";

/** iOS zooms into fields whose text is smaller. */
const fingerText = "pointer-coarse:text-16";

export type InputProps = Omit<ComponentProps<"input">, "className" | "style" | "size"> & {
	/** An icon before the text, such as a magnifying glass. */
	icon?: ReactNode;
	/** Controls at the end of the input. */
	end?: ReactNode;
	/** Monospace, for addresses and records. */
	mono?: boolean;
	size?: "medium" | "large";
};

/** A text input. Works alone (give it `aria-label`) or inside a Field. */
export function Input({ icon, end, mono, size = "medium", ref, ...rest }: InputProps) {
	return (
		<span className="relative block min-w-0 flex-1">
			{icon && (
				<span
					aria-hidden="true"
					className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-3"
				>
					{icon}
				</span>
			)}
			<Base.Control
				{...rest}
				ref={ref}
				className={cx(
					controlClass,
					size === "large" ? "h-10" : "h-8 pointer-coarse:h-10",
					fingerText,
					icon && "pl-8",
					end && "pr-10",
					mono && "font-mono text-13",
				)}
			/>
			{end && <span className="absolute inset-y-0 right-1 flex items-center">{end}</span>}
		</span>
	);
}

/** A password input with a show/hide button. */
export function PasswordInput(props: Omit<InputProps, "type" | "end" | "icon">) {
	const [shown, setShown] = useState(false);
	const toggle = (
		<IconButton
			icon={shown ? EyeOff : Eye}
			size="small"
			label={shown ? t.field.hidePassword : t.field.showPassword}
			aria-pressed={shown}
			onClick={() => setShown(!shown)}
		/>
	);
	return <Input {...props} type={shown ? "text" : "password"} end={toggle} />;
}

export type TextareaProps = Omit<ComponentProps<"textarea">, "className" | "style"> & { mono?: boolean };

export function Textarea({ mono, rows = 4, ...rest }: TextareaProps) {
	return (
		<Base.Control
			render={<textarea {...rest} rows={rows} />}
			className={cx(controlClass, fingerText, "py-2", mono && "font-mono text-13")}
		/>
	);
}
