import { type Editor, useEditorState } from "@tiptap/react";
import {
	Bold,
	Italic,
	Link2,
	List,
	ListOrdered,
	type LucideIcon,
	RemoveFormatting,
	Strikethrough,
	TextQuote,
	Underline,
} from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { t } from "./text.ts";

interface Tool {
	icon: LucideIcon;
	label: string;
	keys?: string;
	/** The mark or node that it turns on and off. */
	name?: string;
	run: (editor: Editor) => void;
}

const tools: readonly Tool[] = [
	{ icon: Bold, label: t.editor.bold, keys: "mod+b", name: "bold", run: (e) => e.chain().focus().toggleBold().run() },
	{
		icon: Italic,
		label: t.editor.italic,
		keys: "mod+i",
		name: "italic",
		run: (e) => e.chain().focus().toggleItalic().run(),
	},
	{
		icon: Underline,
		label: t.editor.underline,
		keys: "mod+u",
		name: "underline",
		run: (e) => e.chain().focus().toggleUnderline().run(),
	},
	{ icon: Strikethrough, label: t.editor.strike, name: "strike", run: (e) => e.chain().focus().toggleStrike().run() },
	{
		icon: List,
		label: t.editor.bulletList,
		keys: "mod+shift+8",
		name: "bulletList",
		run: (e) => e.chain().focus().toggleBulletList().run(),
	},
	{
		icon: ListOrdered,
		label: t.editor.numberedList,
		keys: "mod+shift+7",
		name: "orderedList",
		run: (e) => e.chain().focus().toggleOrderedList().run(),
	},
	{
		icon: TextQuote,
		label: t.editor.quote,
		name: "blockquote",
		run: (e) => e.chain().focus().toggleBlockquote().run(),
	},
	{ icon: RemoveFormatting, label: t.editor.clear, run: (e) => e.chain().focus().unsetAllMarks().clearNodes().run() },
];

/** Formatting of the selected text. */
export default function EditorToolbar({ editor }: { editor: Editor }) {
	const [isLinking, setIsLinking] = useState(false);
	const active = useEditorState({
		editor,
		selector: ({ editor: current }) =>
			[...tools.flatMap(({ name }) => name ?? []), "link"].filter((name) => current.isActive(name)).join(" "),
	});
	const isActive = (name: string | undefined) => name !== undefined && active.split(" ").includes(name);
	return (
		<div
			role="toolbar"
			aria-label={t.editor.formatting}
			data-toasts-above
			className="flex flex-wrap items-center gap-0.5 border-t border-line px-3 py-1 pointer-coarse:gap-3 pointer-coarse:py-2"
		>
			{tools.map(({ icon, label, keys, name, run }) => (
				<IconButton
					key={label}
					icon={icon}
					label={label}
					keys={keys}
					size="small"
					pressed={name === undefined ? undefined : isActive(name)}
					onMouseDown={(event) => event.preventDefault()}
					onClick={() => run(editor)}
				/>
			))}
			<IconButton
				icon={Link2}
				label={t.editor.link}
				size="small"
				pressed={isActive("link")}
				onClick={() => setIsLinking(true)}
			/>
			<LinkDialog editor={editor} open={isLinking} onClose={() => setIsLinking(false)} />
		</div>
	);
}

function LinkDialog({ editor, open, onClose }: { editor: Editor; open: boolean; onClose: () => void }) {
	const before = String(editor.getAttributes("link").href ?? "");
	const [url, setUrl] = useState<string | null>(null);
	const value = url ?? before;
	const close = () => {
		setUrl(null);
		onClose();
	};
	const save = () => {
		const typed = value.trim();
		const chain = editor.chain().focus().extendMarkRange("link");
		if (typed === "") chain.unsetLink().run();
		else {
			const href = /^[a-z][a-z+.-]*:/i.test(typed)
				? typed
				: typed.includes("@")
					? `mailto:${typed}`
					: `https://${typed}`;
			if (editor.state.selection.empty && before === "")
				chain.insertContent({ type: "text", text: typed, marks: [{ type: "link", attrs: { href } }] }).run();
			else chain.setLink({ href }).run();
		}
		close();
	};
	return (
		<Dialog
			open={open}
			onClose={close}
			title={t.editor.link}
			size="small"
			actions={
				<>
					{before !== "" && (
						<span className="mr-auto">
							<Button
								variant="ghost"
								onClick={() => {
									editor.chain().focus().extendMarkRange("link").unsetLink().run();
									close();
								}}
							>
								{t.editor.removeLink}
							</Button>
						</span>
					)}
					<Button onClick={close}>{t.editor.cancel}</Button>
					<Button variant="primary" onClick={save}>
						{t.editor.saveLink}
					</Button>
				</>
			}
		>
			<Field label={t.editor.linkTo}>
				<Input
					value={value}
					onChange={(event) => setUrl(event.target.value)}
					onKeyDown={(event) => {
						if (event.key === "Enter") save();
					}}
				/>
			</Field>
		</Dialog>
	);
}
