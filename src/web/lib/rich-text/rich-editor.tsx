import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { moveAboveSignature } from "./above-signature.ts";
import { extensions, toMailHtml, withImages } from "./extensions.ts";
import { plainForm } from "./plain-form.ts";
import { t } from "./text.ts";

interface RichEditorProps {
	/** The start: later changes come from the editor. */
	html: string;
	onChange: (body: { html: string; text: string }) => void;
	/** Files that were pasted or dropped. @returns whether it takes them */
	onFiles: (files: File[]) => boolean;
	onReady: (editor: Editor) => void;
	/** Whether it takes images; those of pasted text are left out otherwise. */
	images?: boolean;
	/** Accessible name; absent: that of a message. */
	label?: string;
	autoFocus: boolean;
}

const contentClass = [
	"min-h-full px-4 py-3 text-14 outline-none whitespace-pre-wrap wrap-anywhere focus-visible:shadow-none",
	"[&_a]:text-accent [&_a]:underline [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:list-decimal [&_ol]:pl-6",
	"[&_blockquote]:text-ink-2 [&_code]:rounded-1 [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-13",
	"[&_pre]:rounded-2 [&_pre]:bg-sunken [&_pre]:p-3 [&_pre]:font-mono [&_pre]:text-13 [&_hr]:my-3 [&_hr]:border-line",
	"[&_[data-signature]]:text-ink-2 [&_img]:inline-block [&_img.ProseMirror-selectednode]:outline-2 [&_img.ProseMirror-selectednode]:outline-accent",
].join(" ");

/** The editor of formatted messages. */
export default function RichEditor(props: RichEditorProps) {
	const { html, onChange, onFiles, onReady, images = true, label = t.editor.body, autoFocus } = props;
	/** Null until it is on screen: the editor of a render that React throws away normalizes its content, too. */
	const latest = useRef<Pick<RichEditorProps, "onChange" | "onFiles"> | null>(null);
	// Before the editor can have the focus: what is typed at once counts.
	useLayoutEffect(() => {
		latest.current = { onChange, onFiles };
	});
	const editor = useEditor({
		extensions: images ? withImages : extensions,
		content: html,
		injectCSS: false,
		autofocus: autoFocus ? "start" : false,
		editorProps: {
			attributes: { class: contentClass, "aria-label": label, role: "textbox", "aria-multiline": "true" },
			// It sends the message; the editor would insert a line before.
			handleKeyDown: (_, { key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey),
			// The editor would take it, and do nothing.
			handleDOMEvents: { keydown: (_, { key }) => key === "Escape" },
			handleClick: (view, _, event) => moveAboveSignature(view, event),
			handlePaste: (_, event) => takeFiles(event.clipboardData, latest.current?.onFiles),
			handleDrop: (_, event) => takeFiles(event.dataTransfer, latest.current?.onFiles),
		},
		onUpdate: ({ editor: changed }) =>
			latest.current?.onChange({ html: toMailHtml(changed.getHTML()), text: plainForm(changed.getJSON()) }),
	});
	const ready = useRef(onReady);
	useEffect(() => ready.current(editor), [editor]);
	return <EditorContent editor={editor} className="min-h-32 flex-1 [&_.tiptap]:min-h-32" />;
}

function takeFiles(data: DataTransfer | null, onFiles: ((files: File[]) => boolean) | undefined): boolean {
	const files = [...(data?.files ?? [])];
	// A copied table or text brings a picture of itself.
	if (files.length === 0 || data?.types.includes("text/html")) return false;
	return onFiles?.(files) ?? false;
}
