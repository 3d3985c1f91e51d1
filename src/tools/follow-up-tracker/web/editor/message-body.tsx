import type { Editor } from "@tiptap/react";
import { Type } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { textToHtml } from "#web/lib/rich-text/text-to-html.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Textarea } from "#web/ui/form/field.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { Step, Template } from "../../contract.ts";
import { limits } from "../../limits.ts";
import { senderFields } from "../../template.ts";
import { t } from "../base/text.ts";

const RichEditor = lazy(() => import("#web/lib/rich-text/rich-editor.tsx"));
const EditorToolbar = lazy(() => import("#web/lib/rich-text/editor-toolbar.tsx"));

interface MessageBodyProps {
	step: Step;
	/** Names of the recipients' fields. */
	fields: readonly string[];
	templates: readonly Template[];
	onChange: (part: Partial<Step>) => void;
	/** @returns what else changes with a template */
	onTemplate: (template: Template) => Partial<Step>;
}

/** The text of a message, plain or formatted, and what can be inserted into it. */
export function MessageBody({ step, fields, templates, onChange, onTemplate }: MessageBodyProps) {
	const area = useRef<HTMLTextAreaElement>(null);
	const [editor, setEditor] = useState<Editor | null>(null);
	const { body, html } = step;
	const insert = (text: string, formatted = textToHtml(text), part: Partial<Step> = {}) => {
		if (html !== null) {
			onChange(part);
			editor?.chain().focus().insertContent(formatted).run();
			return;
		}
		const { selectionStart: start, selectionEnd: end } = area.current ?? { selectionStart: 0, selectionEnd: 0 };
		onChange({ ...part, body: `${body.slice(0, start)}${text}${body.slice(end)}` });
		area.current?.focus();
	};
	const insertTemplate = (template: Template) => {
		const part = onTemplate(template);
		if (html === null && template.html !== null && body.trim() === "")
			onChange({ ...part, body: template.text, html: template.html });
		else insert(template.text, template.html ?? undefined, part);
	};
	const format = async () => {
		if (html === null) return onChange({ html: textToHtml(body) });
		const question = {
			title: t.messages.toPlainQuestion,
			description: t.messages.toPlainWhy,
			confirm: t.messages.toPlainConfirm,
		};
		if (body.trim() !== "" && !(await confirm(question))) return;
		setEditor(null);
		onChange({ html: null });
	};
	return (
		<>
			{html === null ? (
				<Field label={t.messages.body} hint={t.messages.fallback}>
					<Textarea
						ref={area}
						rows={8}
						value={body}
						maxLength={limits.body}
						onChange={(event) => onChange({ body: event.target.value })}
					/>
				</Field>
			) : (
				<FormattedBody html={html} editor={editor} onEditor={setEditor} onChange={onChange} />
			)}
			<div className="flex flex-wrap gap-2">
				<Button size="small" icon={Type} onClick={() => void format()}>
					{html === null ? t.messages.toRich : t.messages.toPlain}
				</Button>
				<Menu
					trigger={<Button size="small">{t.messages.fields}</Button>}
					entries={["email", ...fields, ...senderFields.filter((name) => !fields.includes(name))].map((name) => ({
						label: name,
						onSelect: () => insert(`{{${name}}}`, `{{${name}}}`),
					}))}
				/>
				{templates.length > 0 && (
					<Menu
						trigger={<Button size="small">{t.messages.templates}</Button>}
						entries={templates.map((one) => ({ label: one.name, onSelect: () => insertTemplate(one) }))}
					/>
				)}
			</div>
		</>
	);
}

interface FormattedBodyProps {
	html: string;
	editor: Editor | null;
	onEditor: (editor: Editor | null) => void;
	onChange: (part: Partial<Step>) => void;
}

function FormattedBody({ html, editor, onEditor, onChange }: FormattedBodyProps) {
	return (
		<div className="flex min-w-0 flex-col gap-1.5">
			<span className="text-13 font-medium">{t.messages.body}</span>
			<div className="flex min-h-48 flex-col rounded-2 border border-line-strong bg-surface">
				<Suspense fallback={<Skeleton shape="text" rows={3} label={t.messages.body} />}>
					<RichEditor
						html={html}
						label={t.messages.body}
						images={false}
						onChange={({ html: changed, text }) => onChange({ html: changed, body: text.slice(0, limits.body) })}
						onFiles={() => true}
						onReady={onEditor}
						autoFocus={false}
					/>
					{editor && <EditorToolbar editor={editor} />}
				</Suspense>
			</div>
			<p className="text-12 text-ink-3">{t.messages.fallback}</p>
		</div>
	);
}
