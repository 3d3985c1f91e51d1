import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { Hourglass, MessageSquareMore } from "lucide-react";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { allPages } from "#web/lib/api/all-pages.ts";
import type { ConversationAction, InboxExtension, MailMark } from "#web/lib/screens/inbox-extension.ts";
import { campaignKeys, campaigns } from "./base/api.ts";
import { draftNudge } from "./base/nudge.ts";
import { t } from "./base/text.ts";

/** Lists reload with each change to mail; who waits changes slowly. */
const FRESH_MS = 60_000;

/** A request reads as many. */
const PAGE = 1_000;

const waitingQuery = queryOptions({
	queryKey: campaignKeys.waitingMarks,
	queryFn: ({ signal }) =>
		allPages((cursor) => campaigns.listWaitingThreads({ query: { for: "them", limit: PAGE, cursor } }, { signal })),
	staleTime: FRESH_MS,
});

/** The user's last message of each conversation that waits for others, by conversation; as the marks were loaded last. */
let waiting: ReadonlyMap<string, string> = new Map();

/** That message of one conversation; undefined: no one is waited for, or several conversations are selected. */
const waitingIn = (mail: readonly EmailItem[]): string | undefined => {
	const [first] = mail;
	const isOne = first !== undefined && mail.every(({ threadId }) => threadId === first.threadId);
	return isOne ? waiting.get(first.threadId) : undefined;
};

const nudge: ConversationAction = {
	id: "nudge",
	label: t.waiting.nudge,
	icon: MessageSquareMore,
	isFor: (mail) => waitingIn(mail) !== undefined,
	async run(mail) {
		const emailId = waitingIn(mail);
		if (emailId !== undefined) await draftNudge(emailId);
	},
};

/** Marks conversations that wait for others. */
async function loadMarks(client: QueryClient): Promise<ReadonlyMap<string, MailMark>> {
	const all = await client.fetchQuery(waitingQuery);
	// Who promised something has replied.
	const threads = all.filter(({ kind }) => kind === "asks");
	waiting = new Map(threads.map(({ threadId, emailId }) => [threadId, emailId]));
	const mark: MailMark = { label: t.waiting.mark, icon: Hourglass, tone: "neutral" };
	return new Map(threads.map(({ threadId }) => [threadId, mark]));
}

export const inboxExtension: InboxExtension = { actions: [nudge], loadMarks };
