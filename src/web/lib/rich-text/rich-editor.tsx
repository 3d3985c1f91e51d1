import { Editor, EditorContent } from "@tiptap/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
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
	const { onReady, autoFocus } = props;
	const editor = useMountedEditor(props);
	const focuses = useRef(autoFocus);
	// At once: Tiptap's own option waits for a frame, in which keys would still be the page's shortcuts.
	useLayoutEffect(() => {
		if (editor === null || !focuses.current) return;
		focuses.current = false;
		editor.view.focus();
	}, [editor]);
	const ready = useRef(onReady);
	useEffect(() => {
		if (editor !== null) ready.current(editor);
	}, [editor]);
	return <EditorContent editor={editor} className="min-h-32 flex-1 [&_.tiptap]:min-h-32" />;
}

/**
 * An editor that lives as long as the component. Tiptap's `useEditor` replaces the first one where the browser has no time for an
 * effect within a millisecond, and what was typed into it is lost.
 * @returns null only before it is on screen
 */
function useMountedEditor({ html, onChange, onFiles, images = true, label = t.editor.body }: RichEditorProps) {
	const latest = useRef({ onChange, onFiles });
	useLayoutEffect(() => {
		latest.current = { onChange, onFiles };
	});
	const start = useRef({ html, images, label });
	const [editor, setEditor] = useState<Editor | null>(null);
	useLayoutEffect(() => {
		const { html: content, images: takesImages, label: name } = start.current;
		const created = new Editor({
			extensions: takesImages ? withImages : extensions,
			content,
			injectCSS: false,
			editorProps: {
				attributes: { class: contentClass, "aria-label": name, role: "textbox", "aria-multiline": "true" },
				// It sends the message; the editor would insert a line before.
				handleKeyDown: (_, { key, ctrlKey, metaKey }) => key === "Enter" && (ctrlKey || metaKey),
				// The editor would take it, and do nothing.
				handleDOMEvents: { keydown: (_, { key }) => key === "Escape" },
				handleClick: (view, _, event) => moveAboveSignature(view, event),
				handlePaste: (_, event) => takeFiles(event.clipboardData, latest.current.onFiles),
				handleDrop: (_, event) => takeFiles(event.dataTransfer, latest.current.onFiles),
			},
			onUpdate: ({ editor: changed }) =>
				latest.current.onChange({ html: toMailHtml(changed.getHTML()), text: plainForm(changed.getJSON()) }),
		});
		setEditor(created);
		return () => created.destroy();
	}, []);
	return editor;
}

function takeFiles(data: DataTransfer | null, onFiles: (files: File[]) => boolean): boolean {
	const files = [...(data?.files ?? [])];
	// A copied table or text brings a picture of itself.
	if (files.length === 0 || data?.types.includes("text/html")) return false;
	return onFiles(files);
}
