import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ServerWait } from "#shared/contracts/accounts.ts";
import type { Operation } from "#shared/contracts/plans.ts";
import { formatMoment } from "#web/lib/base/format.ts";
import { ActivityEntry } from "./activity-entry.tsx";

const since = new Date(Date.now() - 120_000).toISOString();

function textOf(waiting: ServerWait | null, device: string | null = null): string {
	const operation: Operation = {
		...{
			id: "0190a000-0000-7000-8000-000000000001",
			action: { type: "trash" },
			title: "Moving 12 emails to the trash",
		},
		...{ subject: null, state: "running", accountId: null, query: null, source: "inbox", device, count: 12, bytes: 1 },
		...{ applied: 12, skipped: 0, failed: 0, bytesApplied: 1, undoOf: null, undoneBy: null, canUndo: true },
		...{ jobId: null, waiting, createdAt: since, finishedAt: null },
	};
	const entry = (
		<ActivityEntry
			change={{ first: operation, last: operation, state: "applied" }}
			tool="Inbox"
			account={undefined}
			back={null}
			busy={false}
			isOpen={false}
			onOpen={() => undefined}
			onBack={() => undefined}
		/>
	);
	const page = <QueryClientProvider client={new QueryClient()}>{entry}</QueryClientProvider>;
	return renderToStaticMarkup(page)
		.replaceAll("&#x27;", "'")
		.replace(/<[^>]*>/g, " ");
}

it("says for which server a change waits, since when, and how much is not made there", () => {
	const server = "imap.example.org";
	const begin = `Waiting for ${server} since ${formatMoment(since)}.`;
	expect(textOf({ server, since, changes: 12 })).toContain(`${begin} 12 changes haven't been synced yet.`);
	expect(textOf({ server, since, changes: 1 })).toContain(`${begin} 1 change hasn't been synced yet.`);
	expect(textOf(null)).not.toContain("Waiting");
});

it("says on which device a change was made", () => {
	expect(textOf(null, "Firefox on Android")).toContain("Inbox · Firefox on Android");
	expect(textOf(null)).toContain("Inbox · 1 B");
});
