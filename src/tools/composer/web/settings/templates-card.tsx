import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useAskBeforeLeaving } from "#web/lib/leaving/use-ask-before-leaving.ts";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Template } from "../../contract.ts";
import { composer, templatesQuery } from "../base/api.ts";
import { PlainEditor } from "../base/plain-editor.tsx";
import { t } from "../base/text.ts";

const RichEditor = lazy(() => import("#web/lib/rich-text/rich-editor.tsx"));

/** Templates: rename, edit, delete. */
export function TemplatesCard() {
	const client = useQueryClient();
	const templates = useQuery(templatesQuery);
	const [edited, setEdited] = useState<Template | null>(null);
	const refresh = () => client.invalidateQueries({ queryKey: templatesQuery.queryKey });
	const remove = async ({ id, name }: Template) => {
		const description = t.templates.removeDescription;
		const question = { title: t.templates.removeQuestion(name), description, confirm: t.templates.removeConfirm };
		if (!(await confirm({ ...question, danger: true }))) return;
		try {
			await composer.deleteTemplate({ params: { id } });
		} catch (error) {
			toast({ title: t.templates.couldntDelete, description: (error as Error).message, tone: "destructive" });
		}
		await refresh();
	};
	return (
		<Card title={t.templates.title} note={t.templates.description} flush>
			<QueryView
				query={templates}
				isEmpty={(items) => items.length === 0}
				empty={<p className="px-4 py-3 text-13 text-ink-3">{t.templates.noneDescription}</p>}
			>
				{(items) => (
					<ul className="divide-y divide-line">
						{items.map((template) => (
							<li key={template.id} className="flex items-center gap-3 px-4 py-2.5">
								<span className="min-w-0 flex-1">
									<span className="block truncate text-14 font-medium">{template.name}</span>
									<span className="block truncate text-13 text-ink-3">{template.subject || template.text}</span>
								</span>
								<IconButton
									icon={Pencil}
									size="small"
									label={t.templates.edit(template.name)}
									onClick={() => setEdited(template)}
								/>
								<IconButton
									icon={Trash2}
									size="small"
									label={t.templates.remove(template.name)}
									onClick={() => void remove(template)}
								/>
							</li>
						))}
					</ul>
				)}
			</QueryView>
			{edited !== null && (
				<EditDialog key={edited.id} template={edited} onClose={() => setEdited(null)} onSaved={refresh} />
			)}
		</Card>
	);
}

interface EditDialogProps {
	template: Template;
	onClose: () => void;
	onSaved: () => Promise<void>;
}

function EditDialog({ template, onClose, onSaved }: EditDialogProps) {
	const [{ name, subject, html, text }, setContent] = useState(template);
	const isChanged =
		name !== template.name || subject !== template.subject || html !== template.html || text !== template.text;
	const askBeforeLeaving = useAskBeforeLeaving(isChanged);
	const change = (part: Partial<Template>) => setContent((before) => ({ ...before, ...part }));
	const save = useMutation({
		mutationFn: () =>
			composer.updateTemplate({ params: { id: template.id }, body: { name: name.trim(), subject, html, text } }),
		async onSuccess() {
			await onSaved();
			onClose();
		},
	});
	return (
		<Dialog
			open
			onClose={async () => {
				if (await askBeforeLeaving()) onClose();
			}}
			title={t.templates.edit(template.name)}
			actions={
				<Button variant="primary" disabled={name.trim() === ""} busy={save.isPending} onClick={() => save.mutate()}>
					{t.settings.save}
				</Button>
			}
		>
			<div className="flex flex-col gap-4">
				<Field label={t.templates.name} error={save.error?.message}>
					<Input value={name} maxLength={200} onChange={(event) => change({ name: event.target.value })} />
				</Field>
				<Field label={t.templates.subject}>
					<Input value={subject} onChange={(event) => change({ subject: event.target.value })} />
				</Field>
				<div className="flex min-h-40 flex-col rounded-2 border border-line-strong bg-surface">
					{template.html === null ? (
						<PlainEditor
							text={text}
							onChange={(next) => change({ text: next })}
							onFiles={() => true}
							autoFocus={false}
						/>
					) : (
						<Suspense fallback={<Skeleton shape="text" rows={3} label={t.templates.text} />}>
							<RichEditor
								html={template.html}
								label={t.templates.text}
								onChange={change}
								onFiles={() => true}
								onReady={() => undefined}
								autoFocus={false}
							/>
						</Suspense>
					)}
				</div>
			</div>
		</Dialog>
	);
}
