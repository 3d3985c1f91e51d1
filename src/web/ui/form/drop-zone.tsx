import { Upload } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { Button } from "../button/button.tsx";

interface DropZoneProps {
	/** What to drop: "Drop a mail file here". */
	label: string;
	hint?: ReactNode;
	/** As `<input accept>`: ".mbox,.zip". Filters only the picker; validate dropped files. */
	accept?: string;
	multiple?: boolean;
	disabled?: boolean;
	onFiles: (files: File[]) => void;
}

/** Accepts files by drop or picker; the button serves keyboards and screen readers. */
export function DropZone({ label, hint, accept, multiple, disabled, onFiles }: DropZoneProps) {
	const input = useRef<HTMLInputElement>(null);
	const hintId = useId();
	const [over, setOver] = useState(false);
	const handleFiles = (files: FileList | null) => {
		if (disabled || !files || files.length === 0) return;
		onFiles(multiple ? [...files] : [...files].slice(0, 1));
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same
		<div
			onDragOver={(event) => {
				event.preventDefault();
				setOver(!disabled);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault();
				setOver(false);
				handleFiles(event.dataTransfer.files);
			}}
			className={cx(
				"flex flex-col items-center gap-3 rounded-3 border border-dashed px-6 py-8 text-center transition-colors",
				over ? "border-accent bg-accent-soft" : "border-line-strong bg-paper",
			)}
		>
			<Upload aria-hidden="true" size={24} strokeWidth={1.5} className="text-ink-3" />
			<div>
				<p className="text-14 font-medium">{label}</p>
				{hint !== undefined && (
					<p id={hintId} className="mt-1 text-13 text-balance text-ink-3">
						{hint}
					</p>
				)}
			</div>
			<Button disabled={disabled} onClick={() => input.current?.click()} aria-describedby={hint ? hintId : undefined}>
				{multiple ? t.field.chooseFiles : t.field.chooseAFile}
			</Button>
			<input
				ref={input}
				type="file"
				hidden
				aria-label={label}
				accept={accept}
				multiple={multiple}
				onChange={(event) => {
					handleFiles(event.target.files);
					// The same file may be selected again after a failure.
					event.target.value = "";
				}}
			/>
		</div>
	);
}
