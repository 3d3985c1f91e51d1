import type { Editor } from "@tiptap/react";
import {
	type DragEvent,
	type KeyboardEvent,
	lazy,
	type RefObject,
	Suspense,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { cx } from "#web/ui/base/cx.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { Draft } from "../../contract.ts";
import { AttachmentList } from "../attachments/attachment-list.tsx";
import { useAttachments } from "../attachments/use-attachments.ts";
import { PlainEditor } from "../base/plain-editor.tsx";
import { t } from "../base/text.ts";
import type { OpenComposer } from "../draft/open-composers.ts";
import type { LoadedDraft } from "../draft/unsaved-drafts.ts";
import { type EditedDraft, useDraft } from "../draft/use-draft.ts";
import { AddressFields } from "../recipients/address-fields.tsx";
import { ComposerFooter } from "./composer-footer.tsx";
import { LockedBody } from "./locked-body.tsx";
import { QuotedText } from "./quoted-text.tsx";
import { useBackStep } from "./use-back-step.ts";
import { useComposerActions } from "./use-composer-actions.ts";
import { WindowBar } from "./window-bar.tsx";

const RichEditor = lazy(() => import("#web/lib/rich-text/rich-editor.tsx"));
const EditorToolbar = lazy(() => import("#web/lib/rich-text/editor-toolbar.tsx"));

interface ComposerFormProps {
	draft: LoadedDraft;
	/** Nothing was written in it before the composer was opened. */
	isFresh: boolean;
	isRestored: boolean;
	note: OpenComposer["note"];
	size: OpenComposer["size"];
	/** It covers the page, as on a phone. */
	coversPage: boolean;
	onSubject: (subject: string) => void;
}

/** A message being written. */
export function ComposerForm({ draft, isFresh, isRestored, note, size, coversPage, onSubject }: ComposerFormProps) {
	const edited = useDraft(draft);
	const { content, change, status, suppressed } = edited;
	const attachments = useAttachments(draft);
	const [editor, setEditor] = useState<Editor | null>(null);
	const [showToolbar, setShowToolbar] = useState(true);
	const [wasFresh] = useState(isFresh);
	const actions = useComposerActions({ draft, isFresh: wasFresh, edited, attachments, editor });
	const { isSending } = actions;
	const root = useFocusWhile(isSending);
	useBackStep(draft.id, coversPage, () => void actions.close());
	const [focus] = useState(() => (isRestored && !coversPage ? null : firstField(draft)));
	useEffect(() => onSubject(content.subject), [onSubject, content.subject]);
	const onFiles = (files: File[]): boolean => {
		attachments.add(files, content.html === null ? undefined : actions.insertImage);
		return true;
	};
	const { isOver, handlers } = useFileDrop(isSending ? null : attachments.add);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: keys and drops of everything inside
		<div
			ref={root}
			tabIndex={-1}
			onKeyDown={(event) => onKey(event, actions)}
			{...handlers}
			className="relative flex min-h-0 flex-1 flex-col outline-none focus-visible:shadow-none"
		>
			<WindowBar
				draftId={draft.id}
				title={content.subject.trim() || t.window.newMessage}
				status={isSending ? t.sending.sending : t.window.status[status]}
				size={size}
				onClose={() => void actions.close()}
			/>
			<div
				inert={isSending}
				className={size === "minimized" ? "hidden" : cx("flex min-h-0 flex-1 flex-col", isSending && "opacity-60")}
			>
				<div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
					<Notices actions={actions} problem={draft.problem} note={note} status={status} />
					<AddressFields
						edited={edited}
						isAnswer={draft.emailId !== null}
						suppressed={suppressed}
						recipients={draft.recipients}
						onSender={actions.changeSender}
						focus={focus}
					/>
					<Body {...{ content, actions, change, onFiles }} onReady={setEditor} autoFocus={focus === "body"} />
					{content.quote && (
						<QuotedText quote={content.quote} onEdit={actions.editQuote} onRemove={actions.removeQuote} />
					)}
					<AttachmentList attachments={attachments} draftId={draft.id} />
				</div>
				<Suspense>
					{content.html !== null && showToolbar && editor && <EditorToolbar key={actions.editorKey} editor={editor} />}
				</Suspense>
				<ComposerFooter
					accountId={content.accountId}
					actions={actions}
					attachments={attachments}
					isRich={content.html !== null}
					remindAfterDays={content.remindAfterDays}
					onRemind={(remindAfterDays) => change({ remindAfterDays })}
					showToolbar={showToolbar}
					onToolbar={() => setShowToolbar(!showToolbar)}
				/>
			</div>
			{isOver && <DropHint />}
		</div>
	);
}

interface BodyProps extends Pick<EditedDraft, "content" | "change"> {
	actions: ReturnType<typeof useComposerActions>;
	onFiles: (files: File[]) => boolean;
	onReady: (editor: Editor | null) => void;
	autoFocus: boolean;
}

function Body({ content, actions, change, onFiles, onReady, autoFocus }: BodyProps) {
	if (actions.isLocked) return <LockedBody text={content.text} onEdit={actions.editAsText} />;
	return (
		<MessageEditor
			html={content.html}
			text={content.text}
			editorKey={actions.editorKey}
			onChange={change}
			onFiles={onFiles}
			onReady={onReady}
			autoFocus={autoFocus}
		/>
	);
}

function DropHint() {
	return (
		<div className="pointer-events-none absolute inset-2 flex items-center justify-center rounded-3 border-2 border-dashed border-accent bg-accent-soft text-14 font-semibold">
			{t.attachments.drop}
		</div>
	);
}

function onKey(event: KeyboardEvent, { isSending, send, close }: ReturnType<typeof useComposerActions>): void {
	// React passes on events of menus and dialogs, which have keys of their own.
	if (!event.currentTarget.contains(event.target as Node) || event.nativeEvent.isComposing) return;
	const hasModifier = event.ctrlKey || event.metaKey;
	if (hasModifier && event.key === "Enter") void send();
	else if (event.key === "Escape" && !event.defaultPrevented) void close();
	// Who goes on typing means this window, not the page behind it.
	else if (!isSending || event.target !== event.currentTarget) return;
	event.preventDefault();
	event.stopPropagation();
}

/** While nothing inside can have the focus, the element has it, and gives it back afterwards. */
function useFocusWhile(isLocked: boolean): RefObject<HTMLDivElement | null> {
	const root = useRef<HTMLDivElement>(null);
	const before = useRef<Element | null>(null);
	useLayoutEffect(() => {
		const element = root.current;
		const focused = document.activeElement;
		if (isLocked && element?.contains(focused)) {
			before.current = focused;
			element.focus();
		} else if (!isLocked && before.current instanceof HTMLElement) {
			if (focused === element) before.current.focus();
			before.current = null;
		}
	}, [isLocked]);
	return root;
}

/** Adds files that are dropped anywhere in the composer. @param add null: it takes none */
function useFileDrop(add: ((files: File[]) => void) | null) {
	const [isOver, setIsOver] = useState(false);
	return {
		/** Files are dragged over it. */
		isOver,
		handlers: {
			onDragOver(event: DragEvent) {
				if (!event.dataTransfer.types.includes("Files")) return;
				event.preventDefault();
				setIsOver(true);
			},
			onDragLeave: () => setIsOver(false),
			onDrop(event: DragEvent) {
				setIsOver(false);
				if (event.dataTransfer.files.length === 0) return;
				event.preventDefault();
				add?.([...event.dataTransfer.files]);
			},
		},
	};
}

interface MessageEditorProps {
	/** Null: the message is plain text. */
	html: string | null;
	text: string;
	editorKey: number;
	onChange: (part: { html?: string; text: string }) => void;
	onFiles: (files: File[]) => boolean;
	onReady: (editor: Editor | null) => void;
	autoFocus: boolean;
}

/** The text of the message: formatted or plain. */
function MessageEditor({ html, text, editorKey, onChange, onFiles, onReady, autoFocus }: MessageEditorProps) {
	if (html === null)
		return (
			<PlainEditor text={text} onChange={(next) => onChange({ text: next })} onFiles={onFiles} autoFocus={autoFocus} />
		);
	return (
		<Suspense
			fallback={
				<div className="flex-1 p-4">
					<Skeleton shape="text" rows={3} label={t.window.opening} />
				</div>
			}
		>
			<RichEditor
				key={editorKey}
				html={html}
				onChange={onChange}
				onFiles={onFiles}
				onReady={onReady}
				autoFocus={autoFocus}
			/>
		</Suspense>
	);
}

/** The first field that is still to be filled in; recipients and subject of an answer are given. */
function firstField({ kind, to, subject }: Draft): "to" | "subject" | "body" {
	if (kind === "reply" || kind === "reply_all") return "body";
	return to.length === 0 ? "to" : subject.trim() === "" ? "subject" : "body";
}

interface NoticesProps {
	actions: ReturnType<typeof useComposerActions>;
	/** Of the attempt before. */
	problem: string | null;
	note: OpenComposer["note"];
	status: string;
}

function Notices({ actions, problem, note, status }: NoticesProps) {
	const [isNoteHidden, setIsNoteHidden] = useState(false);
	const error = status === "too-long" ? t.window.tooLong : actions.error;
	const shown = error ?? (actions.isProblemHidden ? null : problem);
	const showsNote = note !== undefined && !isNoteHidden;
	if (shown === null && !showsNote && status !== "conflict") return null;
	return (
		<div className="flex flex-col gap-2 px-4 pt-3">
			{status === "conflict" && (
				<Notice
					tone="amber"
					action={
						<Button size="small" onClick={() => void actions.saveAsOwn().catch(() => undefined)}>
							{t.window.saveAsOwn}
						</Button>
					}
				>
					{t.window.conflict}
				</Notice>
			)}
			{showsNote && (
				<Notice tone="amber" onDismiss={() => setIsNoteHidden(true)}>
					{note === "kept" ? t.window.kept : t.window.keptAfterSending}
				</Notice>
			)}
			{/* As long as a message is too long, there is nothing to dismiss. */}
			{shown !== null && (
				<Notice tone="red" {...(status !== "too-long" && { onDismiss: actions.hideProblem })}>
					{shown}
				</Notice>
			)}
		</div>
	);
}
