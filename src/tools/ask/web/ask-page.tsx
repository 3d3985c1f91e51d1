import { useNavigate, useSearch } from "@tanstack/react-router";
import { MessageCircleQuestionMark, Search } from "lucide-react";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { tool } from "../tool.ts";
import { AnswerView } from "./answer-view.tsx";
import { t } from "./text.ts";
import { useAsk } from "./use-ask.ts";

/** `/ask`: a question, the search it becomes, and the answer. The address holds the question, so that it can be opened again. */
export default function AskPage() {
	const navigate = useNavigate();
	const params = useSearch({ from: tool.path });
	const { account } = useSelection();
	const [question, setQuestion] = useState(params.question ?? "");
	const { asked, ask, cancel } = useAsk((error) =>
		toast({ title: t.answer.failed, description: error.message, tone: "destructive" }),
	);
	const open = (next: { question: string; q?: string }) => {
		if (next.question.trim() === "") return;
		const isSame = next.question === params.question && next.q === params.q;
		if (isSame) void ask({ ...next, account: account?.id });
		else void navigate({ to: tool.path, search: next });
	};
	const start = useEffectEvent(() => {
		setQuestion(params.question ?? "");
		if (params.question) void ask({ question: params.question, q: params.q, account: account?.id });
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the address or the mailbox changes
	useEffect(() => start(), [params.question, params.q, account?.id]);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		open({ question: question.trim() });
	};
	return (
		<Page>
			<PageHeader title={t.page.title} description={t.page.description} />
			<form onSubmit={submit} className="flex items-end gap-2">
				<div className="min-w-0 max-w-prose flex-1">
					<Field label={t.form.question} hideLabel>
						<Input
							size="large"
							value={question}
							maxLength={500}
							placeholder={t.form.example}
							onChange={(event) => setQuestion(event.target.value)}
						/>
					</Field>
				</div>
				{asked?.isRunning ? (
					<Button size="large" onClick={cancel}>
						{t.form.cancel}
					</Button>
				) : (
					<Button type="submit" variant="primary" size="large">
						{t.form.ask}
					</Button>
				)}
			</form>
			{asked?.search && (
				<SearchForm key={asked.search.q} q={asked.search.q} onSearch={(q) => open({ question: asked.question, q })} />
			)}
			{asked === null ? (
				<Examples onPick={(picked) => open({ question: picked })} />
			) : (
				<AnswerView
					asked={asked}
					account={account?.id}
					onRetry={() => void ask({ question: asked.question, q: params.q, account: account?.id })}
				/>
			)}
		</Page>
	);
}

/** The search that the question became, to edit. */
function SearchForm({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
	const [text, setText] = useState(q);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (text.trim() !== "") onSearch(text.trim());
	};
	return (
		<form onSubmit={submit} className="flex items-start gap-2">
			<div className="min-w-0 flex-1">
				<Field label={t.form.search} hint={t.form.searchHint}>
					<Input mono icon={<Search size={15} />} value={text} onChange={(event) => setText(event.target.value)} />
				</Field>
			</div>
			<span className="pt-[25px]">
				<Button type="submit">{t.form.searchAgain}</Button>
			</span>
		</form>
	);
}

function Examples({ onPick }: { onPick: (question: string) => void }) {
	return (
		<Card>
			<EmptyState
				icon={MessageCircleQuestionMark}
				title={t.examples.title}
				description={t.examples.description}
				action={t.examples.questions.map((example) => (
					<Button key={example} onClick={() => onPick(example)}>
						{example}
					</Button>
				))}
			/>
		</Card>
	);
}
