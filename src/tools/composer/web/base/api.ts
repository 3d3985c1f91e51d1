import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { createClient } from "#shared/client.ts";
import type { outgoingContract } from "#shared/contracts/outgoing.ts";
import { outgoingContract as outgoingRoutes } from "#shared/contracts/outgoing.ts?routes";
import type { peopleContract } from "#shared/contracts/people.ts";
import { peopleContract as peopleRoutes } from "#shared/contracts/people.ts?routes";
import { ApiError, send } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { composerContract, DraftSection } from "../../contract.ts";
import { composerContract as routes } from "../../contract.ts?routes";

export const composer = createClient<typeof composerContract>(routes, send);
/** Its requests outlive the page. */
export const lastingComposer = createClient<typeof composerContract>(routes, (url, init) =>
	send(url, { ...init, keepalive: true }),
);
export const people = createClient<typeof peopleContract>(peopleRoutes, send);
export const outgoing = createClient<typeof outgoingContract>(outgoingRoutes, send);

/** There is no answer of the server itself: what was asked for may have happened. */
export function isLost(error: unknown): boolean {
	return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

export const draftKeys = { all: ["drafts"], senders: ["senders"] } as const;

const paged = {
	initialPageParam: null as string | null,
	getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

/** One that is open. */
export const draftQueryKey = (id: string) => ["draft", id];

/** A section of the page: the messages of one mailbox, then of the others, each newest first. */
export const draftsQuery = (section: DraftSection, first: string | undefined) =>
	infiniteQueryOptions({
		...paged,
		queryKey: [...draftKeys.all, section, first],
		queryFn: ({ pageParam, signal }) =>
			composer.listDrafts({ query: { section, first, cursor: pageParam ?? undefined } }, { signal }),
	});

/** How often is asked what becomes of messages that wait. */
const OUTBOX_POLL_MS = 15_000;

/** Long after the requested page has rendered: no one waits for the count. */
const pageIsThere = new Promise((resolve) => setTimeout(resolve, 4000));

/** What has not left; asked again while something waits. */
export const outboxQuery = queryOptions({
	queryKey: [...draftKeys.all, "outbox"],
	async queryFn({ signal }) {
		await pageIsThere;
		return composer.getOutbox({}, { signal });
	},
	refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? OUTBOX_POLL_MS : false),
});

/** Drafts that other mail programs saved in the connected mailboxes, in the same order. */
export const mailboxDraftsQuery = (first: string | undefined) =>
	infiniteQueryOptions({
		...paged,
		queryKey: [...keys.mail, "mailbox-drafts", first],
		queryFn: ({ pageParam, signal }) =>
			composer.listMailboxDrafts({ query: { first, cursor: pageParam ?? undefined } }, { signal }),
	});

export const settingsQuery = queryOptions({
	queryKey: ["composer-settings"],
	queryFn: ({ signal }) => composer.getComposerSettings({}, { signal }),
	staleTime: 5 * 60_000,
});

export const templatesQuery = queryOptions({
	queryKey: ["templates"],
	queryFn: async ({ signal }) => (await composer.listTemplates({}, { signal })).items,
});

export const sendersQuery = queryOptions({
	queryKey: draftKeys.senders,
	queryFn: async ({ signal }) => (await composer.listSenders({}, { signal })).items,
});
