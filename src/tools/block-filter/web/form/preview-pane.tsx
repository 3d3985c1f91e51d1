import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { ApiError } from "#web/lib/api/api.ts";
import { formatBytes, formatNumber } from "#web/lib/base/format.ts";
import { ALL_MAILBOXES, inboxLink, MAX_SEARCH_LENGTH } from "#web/lib/base/links.ts";
import { useDebounced } from "#web/lib/base/use-debounced.ts";
import { useDensity } from "#web/lib/mail-list/density.ts";
import { noSelection, useListCursor } from "#web/lib/mail-list/list-cursor.ts";
import { MailList } from "#web/lib/mail-list/mail-list.tsx";
import { MailRow } from "#web/lib/mail-list/mail-row.tsx";
import { type RowShape, rowHeight } from "#web/lib/mail-list/row-height.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { ErrorState } from "#web/ui/state/states.tsx";
import type { Preview } from "../../contract.ts";
import { previewQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import { bodyOf, canPreview, type Draft, needsAge, withPlaceholders } from "./draft.ts";
import { accountIdOf } from "./scope.ts";

/** Debounce in milliseconds before a dry run. */
const PAUSE_MS = 300;

/** The dry run: what the rule being edited would match among stored mail. */
export function PreviewPane({
	draft,
	id,
	names,
}: {
	draft: Draft;
	id: string | null;
	names: ReadonlyMap<string, string>;
}) {
	const debounced = useDebounced(draft, PAUSE_MS);
	const isComplete = canPreview(draft);
	const query = useQuery({
		...previewQuery(bodyOf(withPlaceholders(debounced), true), id),
		enabled: canPreview(debounced),
		placeholderData: keepPreviousData,
	});
	const { data, error, isFetching, isPlaceholderData } = query;
	const isStale = isPlaceholderData || debounced !== draft;
	return (
		<Card title={t.form.dryRun} note={t.form.dryRunNote} flush>
			{!isComplete ? (
				<p className="px-4 py-10 text-center text-14 text-balance text-ink-3">{t.form.dryRunEmpty}</p>
			) : error && !isStale ? (
				<Problem error={error} onRetry={() => void query.refetch()} busy={isFetching} />
			) : data === undefined ? (
				<Skeleton rows={5} label={t.form.searchingYourEmail} />
			) : (
				<div aria-busy={isStale || isFetching} className={isStale ? "opacity-60" : undefined}>
					<Found preview={data} draft={draft} names={names} />
				</div>
			)}
		</Card>
	);
}

function Problem({ error, onRetry, busy }: { error: Error; onRetry: () => void; busy: boolean }) {
	const isRule = error instanceof ApiError && error.status === 400;
	if (!isRule) return <ErrorState title={t.form.couldntRunPreview} error={error} onRetry={onRetry} busy={busy} />;
	return (
		<div className="p-4">
			<Notice tone="amber">{error.message}</Notice>
		</div>
	);
}

const MOST_FOLDERS = 6;

function Found({ preview, draft, names }: { preview: Preview; draft: Draft; names: ReadonlyMap<string, string> }) {
	const { count, bytes, folders, sample, query, warnings, matchedBefore } = preview;
	const search = query.length <= MAX_SEARCH_LENGTH ? query : null;
	const several = new Set(folders.map(({ accountId }) => accountId)).size > 1;
	return (
		<>
			<div className="flex flex-col gap-2 border-b border-line px-4 py-3">
				<p role="status" className="flex flex-wrap items-baseline gap-x-2">
					<span className="font-display text-28 tabular-nums">{formatNumber(count)}</span>
					<span className="text-14 text-ink-2">
						{count === 1 ? t.form.emailMatches : t.form.emailsMatch}
						{count > 0 && `, ${formatBytes(bytes)}`}
					</span>
				</p>
				{folders.length > 0 && (
					<p className="text-13 text-ink-3">
						{folders.slice(0, MOST_FOLDERS).map((folder, index) => (
							<Fragment key={`${folder.accountId} ${folder.folderId}`}>
								{index > 0 && " · "}
								{folder.name}
								{several && ` (${names.get(folder.accountId) ?? ""})`}{" "}
								<MailLink search={search} account={folder.accountId} folder={folder.folderId}>
									{formatNumber(folder.count)}
								</MailLink>
							</Fragment>
						))}
					</p>
				)}
				{matchedBefore !== null && matchedBefore > 0 && (
					<p className="text-13 text-ink-3">{t.form.matchedBefore(matchedBefore, count)}</p>
				)}
				{draft.action === "forward" && count > 0 && <Notice>{t.form.forwardNotice}</Notice>}
				{draft.ruleType === "advanced" && needsAge(draft.conditions) && <Notice>{t.form.ageNotice}</Notice>}
				{warnings.map((warning) => (
					<Notice key={warning.sentence} tone="amber">
						{warning.sentence}
					</Notice>
				))}
			</div>
			{sample.length === 0 ? (
				<p className="px-4 py-8 text-center text-14 text-balance text-ink-3">{t.form.noExistingEmailMatches}</p>
			) : (
				<Sample items={sample} />
			)}
			{count > 0 && search !== null && (
				<p className="border-t border-line px-4 py-2.5 text-13">
					<Link
						{...inboxLink}
						search={{ q: query, account: accountIdOf(draft.scope) ?? ALL_MAILBOXES }}
						className="font-medium text-accent underline-offset-2 hover:underline"
					>
						{t.form.searchInbox(count)}
					</Link>
				</p>
			)}
		</>
	);
}

const shape: RowShape = { size: "small" };

function Sample({ items }: { items: Preview["sample"] }) {
	const cursor = useListCursor(items, noSelection);
	return (
		<MailList
			label={t.form.emailsThatMatch}
			inFlow
			items={items}
			rowHeight={rowHeight(shape, useDensity())}
			cursor={cursor}
			row={(item, state) => <MailRow mail={item} state={state} shape={shape} />}
		/>
	);
}
