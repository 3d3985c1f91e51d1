import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import type { ModelCall } from "#shared/contracts/model.ts";
import { formatAgo } from "#web/lib/base/format.ts";
import { settingsApi, settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useChange } from "../use-change.ts";
import { t } from "./text.ts";

const purposeOf = ({ purpose }: ModelCall): string => t.ai.purposes[purpose] ?? purpose;

/** Every request to a language model, and exactly what was sent. */
export function CallsCard() {
	const [opened, setOpened] = useState<ModelCall | null>(null);
	const query = useInfiniteQuery({
		queryKey: settingsKeys.modelCalls,
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) => settingsApi.listModelCalls({ query: { cursor } }, { signal }),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	const clear = useChange({
		make: () => settingsApi.deleteModelTexts(),
		failed: t.ai.couldntDelete,
		refresh: [settingsKeys.modelCalls],
		done: () => toast({ title: t.ai.textsDeleted }),
	});
	const ask = async () => {
		const [title, description] = [t.ai.deleteTextsTitle, t.ai.deleteTextsDescription];
		if (await confirm({ title, description, confirm: t.ai.deleteTexts, danger: true })) clear.mutate();
	};
	const calls = query.data?.pages.flatMap(({ items }) => items) ?? [];
	return (
		<Card
			title={t.ai.calls}
			note={t.ai.callsNote}
			flush
			actions={
				calls.length > 0 && (
					<Button size="small" busy={clear.isPending} onClick={() => void ask()}>
						{t.ai.deleteTexts}
					</Button>
				)
			}
		>
			<QueryView
				query={query}
				loading={<Skeleton rows={2} label={t.ai.loadingCalls} />}
				errorTitle={t.ai.couldntLoadCalls}
				isEmpty={() => calls.length === 0}
				empty={<EmptyState icon={Send} title={t.ai.noCalls} description={t.ai.noCallsDescription} />}
			>
				{() => (
					<ul className="divide-y divide-line">
						{calls.map((call) => (
							<Item key={call.id} call={call} onOpen={() => setOpened(call)} />
						))}
					</ul>
				)}
			</QueryView>
			{query.hasNextPage && (
				<div className="flex justify-center border-t border-line p-3">
					<Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
						{t.ai.more}
					</Button>
				</div>
			)}
			<Dialog
				open={opened !== null}
				onClose={() => setOpened(null)}
				size="large"
				title={opened ? purposeOf(opened) : ""}
				description={opened && t.ai.serverHint(opened.model, opened.host)}
			>
				{opened && <Texts id={opened.id} />}
			</Dialog>
		</Card>
	);
}

function Item({ call, onOpen }: { call: ModelCall; onOpen: () => void }) {
	const { state, sentBytes, inputTokens, outputTokens, dollars } = call;
	return (
		<li className="px-4 py-3">
			<p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14">
				<button
					type="button"
					aria-label={t.ai.openCall(purposeOf(call), call.startedAt)}
					onClick={onOpen}
					className="font-medium underline-offset-2 hover:underline"
				>
					{purposeOf(call)}
				</button>
				{state !== "done" && <Badge tone={state === "failed" ? "red" : "neutral"}>{t.ai.states[state]}</Badge>}
				<span className="ml-auto text-12 text-ink-3">{formatAgo(call.startedAt)}</span>
			</p>
			<p className="mt-0.5 text-12 break-words text-ink-3">
				{t.ai.serverHint(call.model, call.host)}
				{" · "}
				{sentBytes === 0 ? t.ai.nothingSent : t.ai.callFacts(sentBytes, inputTokens + outputTokens, dollars)}
			</p>
		</li>
	);
}

function Texts({ id }: { id: string }) {
	const query = useQuery({
		queryKey: [...settingsKeys.modelCalls, id],
		queryFn: ({ signal }) => settingsApi.getModelCall({ params: { id } }, { signal }),
	});
	return (
		<QueryView query={query} errorTitle={t.ai.couldntLoadCalls}>
			{({ sent, received, state }) => (
				<div className="flex flex-col gap-4">
					<Text title={t.ai.sent} text={sent ?? (state === "cached" ? t.ai.nothingSent : t.ai.noText)} />
					<Text title={t.ai.received} text={received ?? t.ai.nothing} />
				</div>
			)}
		</QueryView>
	);
}

function Text({ title, text }: { title: string; text: string }) {
	return (
		<section>
			<h3 className="mb-1 text-13 font-medium">{title}</h3>
			<pre className="max-h-80 overflow-auto rounded-2 border border-line bg-sunken p-3 font-mono text-12 whitespace-pre-wrap wrap-anywhere">
				{text}
			</pre>
		</section>
	);
}
