import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { formatMoment } from "#web/lib/base/format.ts";
import type { DraftSummary } from "../../contract.ts";
import { DraftRow } from "./draft-row.tsx";

const since = new Date(Date.now() - 120_000).toISOString();
const later = new Date(Date.now() + 60_000).toISOString();
const server = "smtp.example.org";

function markupOf(change: Partial<DraftSummary>): string {
	const item: DraftSummary = {
		...{ id: "0190a000-0000-7000-8000-000000000001", kind: "new", accountId: null, emailId: null },
		...{ to: [{ name: "Bob", email: "bob@example.net" }], cc: [], bcc: [], subject: "Plans", preview: "Hello" },
		...{
			hasAttachments: false,
			state: "sending",
			sendAt: null,
			problem: null,
			waiting: null,
			nextTryAt: null,
			recipients: [],
		},
		...{ outgoingId: null, copyProblem: null, isDamaged: false, version: 1, updatedAt: since },
		...change,
	};
	const row = <DraftRow item={item} mailbox={undefined} />;
	const page = <QueryClientProvider client={new QueryClient()}>{row}</QueryClientProvider>;
	return renderToStaticMarkup(page);
}

function textOf(change: Partial<DraftSummary>): string {
	return markupOf(change)
		.replaceAll("&#x27;", "'")
		.replace(/<[^>]*>/g, " ");
}

it.each([
	["answer", `Waiting for ${server} to answer since ${formatMoment(since)}`],
	["sign_in", `Waiting for ${server} to accept the sign-in since ${formatMoment(since)}`],
	["acceptance", `Waiting for ${server} to accept the message since ${formatMoment(since)}`],
	["confirmation", `Waiting for ${server} to confirm the message since ${formatMoment(since)}`],
] as const)("says since when a message waits for its server, and for what: %s", (wait, sentence) => {
	const waiting = { server, for: wait, since, retryAt: null };
	expect(textOf({ waiting })).toContain(sentence);
});

it("says since when the server could not be reached, and when it is tried again", () => {
	const problem = "The mail server couldn't be reached. The message is tried again.";
	const text = textOf({ problem, nextTryAt: later, waiting: { server, for: "retry", since, retryAt: later } });
	const [from, next] = [formatMoment(since), formatMoment(later)];
	expect(text).toContain(`${server} hasn't been reachable since ${from}. Next try at ${next}.`);
	expect(textOf({ nextTryAt: since, waiting: { server, for: "retry", since, retryAt: since } })).not.toContain(
		"Next try",
	);
});

it("does not take back a message that waits when its row is clicked", () => {
	expect(markupOf({ state: "scheduled", sendAt: later })).not.toMatch(/<button[^>]*>(?:(?!<\/button>).)*Plans/);
	expect(markupOf({ state: "editing" })).toMatch(/<button[^>]*>(?:(?!<\/button>).)*Plans/);
});

it("says why a message is tried again later", () => {
	expect(textOf({ problem: "The mail server asked to try again later." })).toContain("asked to try again later");
});
