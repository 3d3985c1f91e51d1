import { useEffect, useRef } from "react";
import { t } from "./text.ts";

interface PlainEditorProps {
	text: string;
	onChange: (text: string) => void;
	/** Files that were pasted. */
	onFiles: (files: File[]) => boolean;
	autoFocus: boolean;
}

/** Where the text ends and the signature follows; null: there is none. */
function beforeSignature(text: string): number | null {
	const delimiter = text.lastIndexOf("\n-- \n");
	if (delimiter === -1) return null;
	let end = delimiter;
	while (text[end - 1] === "\n") end--;
	return end;
}

/** The editor of plain text. */
export function PlainEditor({ text, onChange, onFiles, autoFocus }: PlainEditorProps) {
	const area = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		if (!autoFocus) return;
		area.current?.focus();
		// The answer is written above the signature.
		area.current?.setSelectionRange(0, 0);
	}, [autoFocus]);
	return (
		<textarea
			ref={area}
			aria-label={t.editor.body}
			value={text}
			onChange={(event) => onChange(event.target.value)}
			onClick={({ currentTarget: field }) => {
				// Below the text the cursor lands at its end, where the signature is.
				const own = beforeSignature(field.value);
				const isAtEnd = field.selectionStart === field.value.length && field.selectionEnd === field.value.length;
				if (own !== null && isAtEnd) field.setSelectionRange(own, own);
			}}
			onPaste={(event) => {
				const files = [...event.clipboardData.files];
				if (files.length > 0 && onFiles(files)) event.preventDefault();
			}}
			className="min-h-40 w-full flex-1 resize-none bg-transparent px-4 py-3 font-mono text-13 leading-5 outline-none focus-visible:shadow-none"
		/>
	);
}
