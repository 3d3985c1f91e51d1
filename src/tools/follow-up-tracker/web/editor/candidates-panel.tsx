import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Search, Users } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Candidate } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t } from "../base/text.ts";

interface CandidatesPanelProps {
	campaignId: string;
	/** `people`: contacts; `search`: the people in the emails that a search finds. */
	source: "people" | "search";
}

/** Between two requests while contacts are computed. */
const PREPARING_MS = 1_000;

/** People from the user's mail. Everyone who is found is added, but those who are unchecked. */
export function CandidatesPanel({ campaignId, source }: CandidatesPanelProps) {
	const [typed, setTyped] = useState("");
	const [except, setExcept] = useState<ReadonlySet<string>>(new Set());
	const q = useDeferredValue(typed.trim());
	const isReady = source === "people" || q !== "";
	const query = useQuery({
		queryKey: campaignKeys.candidates(source, q),
		queryFn: ({ signal }) => campaigns.listCandidates({ query: { source, q } }, { signal }),
		enabled: isReady,
		placeholderData: keepPreviousData,
		retry: false,
		refetchInterval: ({ state }) => (state.data?.isPreparing ? PREPARING_MS : false),
	});
	const add = useAdd(campaignId);
	const toggle = (email: string, on: boolean) =>
		setExcept((now) => {
			const next = new Set(now);
			if (on) next.delete(email);
			else next.add(email);
			return next;
		});
	const found = isReady ? query.data : undefined;
	const left = found?.items.filter(({ email }) => except.has(email)).map(({ email }) => email) ?? [];
	const count = (found?.total ?? 0) - left.length;
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<Field
				label={source === "people" ? t.candidates.people : t.candidates.search}
				hint={source === "people" ? t.candidates.peopleHint : t.candidates.searchHint}
			>
				<Input
					type="search"
					icon={<Search size={16} />}
					value={typed}
					maxLength={500}
					onChange={(event) => setTyped(event.target.value)}
				/>
			</Field>
			{isReady && (
				<QueryView
					query={query}
					errorTitle={t.candidates.couldntFind}
					isEmpty={({ total, isPreparing }) => total === 0 && !isPreparing}
					empty={<EmptyState icon={Users} title={t.candidates.nobody} description={t.candidates.nobodyWhy} />}
				>
					{({ items, total, isPreparing }) =>
						isPreparing ? (
							<Skeleton rows={4} />
						) : (
							<>
								<CandidateList items={items} except={except} onChange={toggle} />
								{total > items.length && (
									<p className="text-12 text-ink-3">{t.candidates.more(total - items.length)}</p>
								)}
								<div>
									<Button
										variant="primary"
										busy={add.isPending}
										disabled={count === 0 || query.isPlaceholderData}
										onClick={() => add.mutate({ source, q, except: left })}
									>
										{t.recipients.add(count)}
									</Button>
								</div>
							</>
						)
					}
				</QueryView>
			)}
		</div>
	);
}

interface CandidateListProps {
	items: readonly Candidate[];
	/** Those who are unchecked. */
	except: ReadonlySet<string>;
	onChange: (email: string, on: boolean) => void;
}

function CandidateList({ items, except, onChange }: CandidateListProps) {
	return (
		<ul
			aria-label={t.candidates.list}
			className="max-h-80 divide-y divide-line overflow-y-auto rounded-3 border border-line bg-surface"
		>
			{items.map((candidate) => (
				<CandidateRow
					key={candidate.email}
					candidate={candidate}
					isChosen={!except.has(candidate.email)}
					onChange={(on) => onChange(candidate.email, on)}
				/>
			))}
		</ul>
	);
}

interface CandidateRowProps {
	candidate: Candidate;
	isChosen: boolean;
	onChange: (on: boolean) => void;
}

function CandidateRow({ candidate: { email, name, organization }, isChosen, onChange }: CandidateRowProps) {
	return (
		<li className="flex items-center gap-3 px-3 py-2">
			<Checkbox label={name === "" ? email : `${name} <${email}>`} checked={isChosen} onChange={(on) => onChange(on)} />
			<span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-13">
				<span className="min-w-0 truncate font-medium">{name || email}</span>
				{name !== "" && <span className="min-w-0 truncate text-ink-3">{email}</span>}
			</span>
			{organization !== "" && (
				<span className="max-w-[40%] shrink-0 truncate text-12 text-ink-3 max-sm:hidden">{organization}</span>
			)}
		</li>
	);
}

function useAdd(id: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: { source: "people" | "search"; q: string; except: string[] }) =>
			campaigns.addCandidates({ params: { id }, body }),
		onSuccess: ({ added, duplicates }) => toast({ title: t.recipients.added(added, duplicates) }),
		onError: (error) => toast({ title: t.recipients.couldntAdd, description: error.message, tone: "destructive" }),
		onSettled: () => client.invalidateQueries({ queryKey: campaignKeys.all }),
	});
}
