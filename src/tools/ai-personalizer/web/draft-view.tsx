import { Copy, Download, FilePenLine, Megaphone, RefreshCw } from "lucide-react";
import { useState } from "react";
import { slotsIn } from "#shared/slots.ts";
import { download } from "#web/lib/base/download.ts";
import { compose } from "#web/lib/passing/compose.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Textarea } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { claimsOf } from "../claims.ts";
import type { EmailDraft } from "../contract.ts";
import { lint } from "../lint.ts";
import type { Language } from "../options.ts";
import { CampaignDialog } from "./campaign-dialog.tsx";
import { exportName } from "./export-file.ts";
import { FactsCard } from "./facts-card.tsx";
import { t } from "./text.ts";

interface DraftViewProps {
	draft: EmailDraft;
	language: Language;
	/** The user's own words, which need no source. */
	given: string;
	/** Below the email. */
	signature: string;
	isBusy: boolean;
	onAnother: () => void;
}

/** Where campaigns are, if they are installed. */
const campaigns = "/tool/follow-up-tracker";

/** A draft to edit, with what its sentences rest on and what could be better. */
export function DraftView({ draft, language, given, signature, isBusy, onAnother }: DraftViewProps) {
	const hasCampaigns = useInstalled().hasPath(campaigns);
	const [isCampaignOpen, setCampaignOpen] = useState(false);
	const [subject, setSubject] = useState(draft.subjects[0] ?? "");
	const [body, setBody] = useState(draft.body);
	const claims = claimsOf(body, { facts: draft.facts, given }, language);
	const unsupported = claims.filter(({ isUnsupported }) => isUnsupported);
	const slots = slotsIn(`${subject}\n${body}`);
	/** Sentences without a source, and places to fill, are shown before the text leaves the page. */
	const isSure = () => {
		const doubts = [
			...(slots.length === 0 ? [] : [t.draft.fillFirst(slots.map((one) => `[${one}]`).join(" "))]),
			...(unsupported.length === 0
				? []
				: [t.draft.withoutSource(unsupported.map(({ text }) => `“${text}”`).join(" "))]),
		];
		return (
			doubts.length === 0 || confirm({ title: t.draft.useAnyway, description: doubts.join(" "), confirm: t.draft.use })
		);
	};
	const copy = async () => {
		if (await isSure()) await copyText(body);
	};
	const save = async () => {
		if (!(await isSure())) return;
		const file = new Blob([t.draft.file(subject, body)], { type: "text/plain;charset=utf-8" });
		download(exportName(new Date()), file);
	};
	const open = async () => {
		if (!(await isSure())) return;
		const name = draft.facts.find(({ kind }) => kind === "name")?.value ?? "";
		compose({ kind: "new", to: [{ name, email: draft.recipient }], subject, text: body });
	};
	const toCampaign = async () => {
		if (await isSure()) setCampaignOpen(true);
	};
	return (
		<div className="flex min-w-0 flex-col gap-5">
			<Card title={t.draft.title} note={draft.isCached ? t.draft.cached : undefined}>
				<div className="flex flex-col gap-4">
					<Field label={t.draft.subject}>
						<Select
							value={subject}
							onChange={setSubject}
							options={draft.subjects.map((value) => ({ value, label: value }))}
						/>
					</Field>
					<Field label={t.draft.body}>
						<Textarea rows={14} value={body} onChange={(event) => setBody(event.target.value)} />
					</Field>
					<Slots slots={slots} />
					<Unsupported sentences={unsupported.map(({ text }) => text)} />
					<Actions
						{...{ open, copy, save, isBusy }}
						toCampaign={hasCampaigns ? toCampaign : null}
						another={draft.engine.kind === "model" ? onAnother : null}
					/>
				</div>
			</Card>
			<FactsCard facts={draft.facts} claims={claims} />
			<Checks subject={subject} body={body} />
			{isCampaignOpen && (
				<CampaignDialog
					{...{ draft, subject, body, claims, signature, language }}
					onClose={() => setCampaignOpen(false)}
				/>
			)}
		</div>
	);
}

interface ActionsProps {
	open: () => Promise<void>;
	copy: () => Promise<void>;
	save: () => Promise<void>;
	/** Null: there are no campaigns. */
	toCampaign: (() => Promise<void>) | null;
	/** Writes another draft; null: rules always write the same. */
	another: (() => void) | null;
	isBusy: boolean;
}

function Actions({ open, copy, save, toCampaign, another, isBusy }: ActionsProps) {
	return (
		<div className="flex flex-wrap gap-2">
			<Button variant="primary" icon={FilePenLine} onClick={() => void open()}>
				{t.draft.open}
			</Button>
			<Button icon={Copy} onClick={() => void copy()}>
				{t.draft.copy}
			</Button>
			<Button icon={Download} onClick={() => void save()}>
				{t.draft.export}
			</Button>
			{toCampaign && (
				<Button icon={Megaphone} onClick={() => void toCampaign()}>
					{t.draft.campaign}
				</Button>
			)}
			{another && (
				<Button variant="ghost" icon={RefreshCw} busy={isBusy} onClick={another}>
					{t.draft.another}
				</Button>
			)}
		</div>
	);
}

/** Places that the user has to fill. */
function Slots({ slots }: { slots: readonly string[] }) {
	if (slots.length === 0) return null;
	return (
		<Notice tone="amber">
			<p className="font-medium">{t.draft.slots(slots.length)}</p>
			<p>{t.draft.slotsNote}</p>
			<ul className="mt-1 list-disc pl-5">
				{slots.map((text, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a place may be there twice
					<li key={index}>[{text}]</li>
				))}
			</ul>
		</Notice>
	);
}

/** Sentences that nothing supports. */
function Unsupported({ sentences }: { sentences: readonly string[] }) {
	if (sentences.length === 0) return null;
	return (
		<Notice tone="amber">
			<p className="font-medium">{t.draft.unsupported(sentences.length)}</p>
			<p>{t.draft.unsupportedNote}</p>
			<ul className="mt-1 list-disc pl-5">
				{sentences.map((text, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a sentence may be there twice
					<li key={index}>{text}</li>
				))}
			</ul>
		</Notice>
	);
}

function Checks({ subject, body }: { subject: string; body: string }) {
	const findings = lint(subject, body);
	return (
		<Card title={t.lint.title}>
			{findings.length === 0 ? (
				<p className="text-13 text-ink-3">{t.lint.fine}</p>
			) : (
				<ul className="flex list-disc flex-col gap-1 pl-5 text-13">
					{findings.map(({ id, detail }) => (
						<li key={id}>{t.lint.findings[id](detail)}</li>
					))}
				</ul>
			)}
		</Card>
	);
}

async function copyText(text: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
		toast({ title: t.draft.copied });
	} catch {
		toast({ title: t.draft.couldntCopy, description: t.draft.couldntCopyDescription, tone: "destructive" });
	}
}
