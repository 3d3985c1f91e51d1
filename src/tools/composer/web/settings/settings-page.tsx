import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Editor } from "@tiptap/react";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useAskBeforeLeaving } from "#web/lib/leaving/use-ask-before-leaving.ts";
import { settingsSections } from "#web/lib/settings/settings-sections.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Choice } from "#web/ui/form/choice.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { GroupedPage } from "#web/ui/page/grouped-page.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Sender } from "../../contract.ts";
import { UNDO_SECONDS } from "../../limits.ts";
import { composer, sendersQuery, settingsQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import { MailLinksCard } from "./mail-links-card.tsx";
import { TemplatesCard } from "./templates-card.tsx";

const RichEditor = lazy(() => import("#web/lib/rich-text/rich-editor.tsx"));
const EditorToolbar = lazy(() => import("#web/lib/rich-text/editor-toolbar.tsx"));

/** How messages are written and sent: undo, format, display names and signatures. */
export default function SettingsPage() {
	const settings = useQuery(settingsQuery);
	const senders = useQuery(sendersQuery);
	/** Mailboxes whose card has changes that are not saved. */
	const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
	const onChanged = useCallback((id: string, isChanged: boolean) => {
		setChanged((before) => {
			const others = [...before].filter((one) => one !== id);
			return new Set(isChanged ? [...others, id] : others);
		});
	}, []);
	useAskBeforeLeaving(changed.size > 0);
	return (
		<GroupedPage title={t.settings.frame} sections={settingsSections}>
			<QueryView query={settings} errorTitle={t.settings.couldntLoad}>
				{(values) => <SendingCard {...values} senders={senders.data ?? []} />}
			</QueryView>
			<QueryView
				query={senders}
				errorTitle={t.settings.couldntLoad}
				isEmpty={(items) => items.every(({ obstacle }) => obstacle !== null)}
				empty={<p className="text-13 text-ink-3">{t.settings.noMailboxes}</p>}
			>
				{(items) =>
					items
						.filter(({ obstacle }) => obstacle === null)
						.map((sender) => <SenderCard key={sender.accountId} sender={sender} onChanged={onChanged} />)
				}
			</QueryView>
			<TemplatesCard />
			<MailLinksCard />
		</GroupedPage>
	);
}

/** No mailbox was chosen. */
const FIRST = "first";

type SendingValues = Awaited<ReturnType<typeof composer.getComposerSettings>>;

function SendingCard({
	undoSeconds,
	format,
	defaultAccountId,
	senders,
}: SendingValues & { senders: readonly Sender[] }) {
	const able = senders.filter(({ obstacle, isLocal }) => obstacle === null && !isLocal);
	const isChosen = able.some(({ accountId }) => accountId === defaultAccountId);
	const client = useQueryClient();
	const save = useMutation({
		mutationFn: (change: Partial<SendingValues>) => composer.updateComposerSettings({ body: change }),
		onSuccess: (values) => client.setQueryData(settingsQuery.queryKey, values),
		onError: (error) => toast({ title: t.settings.couldntSave, description: error.message, tone: "destructive" }),
	});
	return (
		<Card>
			<div className="flex flex-col gap-5">
				<Field label={t.settings.undo} hint={t.settings.undoHint}>
					<Select
						value={String(undoSeconds)}
						onChange={(value) =>
							save.mutate({ undoSeconds: UNDO_SECONDS.find((seconds) => String(seconds) === value) })
						}
						options={UNDO_SECONDS.map((seconds) => ({
							value: String(seconds),
							label: seconds === 0 ? t.settings.off : t.settings.seconds(seconds),
						}))}
					/>
				</Field>
				{able.length > 1 && (
					<Field label={t.settings.from} hint={t.settings.fromHint}>
						<Select
							value={isChosen && defaultAccountId !== null ? defaultAccountId : FIRST}
							onChange={(value) => save.mutate({ defaultAccountId: value === FIRST ? null : value })}
							options={[
								{ value: FIRST, label: t.settings.firstMailbox },
								...able.map(({ accountId, email, name }) => ({ value: accountId, label: email ?? name })),
							]}
						/>
					</Field>
				)}
				<div>
					<p className="mb-1.5 text-13 font-medium">{t.settings.format}</p>
					<Choice
						label={t.settings.format}
						columns={2}
						value={format}
						onChange={(value) => save.mutate({ format: value })}
						options={[
							{ value: "rich", label: t.settings.rich },
							{ value: "plain", label: t.settings.plain },
						]}
					/>
				</div>
			</div>
		</Card>
	);
}

interface SenderCardProps {
	sender: Sender;
	/** It has changes that are not saved, or no more. */
	onChanged: (accountId: string, isChanged: boolean) => void;
}

function SenderCard({ sender, onChanged }: SenderCardProps) {
	const { accountId } = sender;
	const client = useQueryClient();
	const [fromName, setFromName] = useState(sender.fromName);
	const [editor, setEditor] = useState<Editor | null>(null);
	const [signature, setSignature] = useState(sender.signature);
	const [saved, setSaved] = useState({ fromName, signature });
	const isChanged = fromName !== saved.fromName || signature !== saved.signature;
	useEffect(() => {
		onChanged(accountId, isChanged);
		return () => onChanged(accountId, false);
	}, [accountId, isChanged, onChanged]);
	const save = useMutation({
		mutationFn: (body: typeof saved) => composer.updateSender({ params: { id: accountId }, body }),
		onSuccess: (_, body) => {
			setSaved(body);
			toast({ title: t.settings.saved });
			return client.invalidateQueries({ queryKey: sendersQuery.queryKey });
		},
		onError: (error) => toast({ title: t.settings.couldntSave, description: error.message, tone: "destructive" }),
	});
	return (
		<Card title={sender.name} note={sender.email === sender.name ? undefined : sender.email}>
			<div className="flex flex-col gap-4">
				<Field label={t.settings.name} hint={t.settings.nameHint}>
					<Input value={fromName} onChange={(event) => setFromName(event.target.value)} />
				</Field>
				<div className="flex flex-col gap-1.5">
					<span className="text-13 font-medium">{t.settings.signature}</span>
					<div className="rounded-2 border border-line-strong bg-surface">
						<Suspense fallback={<Skeleton shape="text" rows={3} label={t.settings.signature} />}>
							<RichEditor
								html={sender.signature}
								label={t.settings.signature}
								onChange={({ html, text }) => setSignature(text.trim() === "" ? "" : html)}
								onFiles={() => true}
								onReady={setEditor}
								autoFocus={false}
							/>
							{editor && <EditorToolbar editor={editor} />}
						</Suspense>
					</div>
				</div>
				<div className="flex justify-end">
					<Button busy={save.isPending} onClick={() => save.mutate({ fromName, signature })}>
						{t.settings.save}
					</Button>
				</div>
			</div>
		</Card>
	);
}
