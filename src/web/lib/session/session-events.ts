import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { brand } from "#shared/brand.ts";
import { refetchSession, type Session, sessionQuery } from "./session.ts";

export type SessionEvent =
	| "INITIAL_SESSION"
	| "SIGNED_IN"
	| "SIGNED_OUT"
	| "TOKEN_REFRESHED"
	| "USER_UPDATED"
	| "PASSWORD_RECOVERY"
	| "MFA_CHALLENGE_VERIFIED";

type Listener = (event: SessionEvent, session: Session | null) => void;

const listeners = new Set<Listener>();
/** Syncs with the browser's other tabs, which share the session. */
const tabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`${brand.slug}-session`);
const shared: ReadonlySet<SessionEvent> = new Set(["SIGNED_IN", "SIGNED_OUT", "TOKEN_REFRESHED", "USER_UPDATED"]);

/** Subscribes to session events in this tab. @returns unsubscribe */
export function onSessionEvent(listener: Listener): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Emits a session event. @param elsewhere it came from another tab */
export function emitSessionEvent(event: SessionEvent, session: Session | null, elsewhere = false): void {
	for (const listener of [...listeners]) listener(event, session);
	if (!elsewhere && shared.has(event)) tabs?.postMessage(event);
}

/** The event between two session responses; undefined: it was not known before. */
export function eventBetween(before: Session | null | undefined, now: Session | null): SessionEvent | null {
	if (before === undefined) return "INITIAL_SESSION";
	if (now === null) return before === null ? null : "SIGNED_OUT";
	if (before === null || before.user.id !== now.user.id) return "SIGNED_IN";
	if (before.session.id !== now.session.id || before.session.expiresAt !== now.session.expiresAt)
		return "TOKEN_REFRESHED";
	return JSON.stringify(before.user) === JSON.stringify(now.user) ? null : "USER_UPDATED";
}

/** Milliseconds before expiry at which a session is refetched, which extends it. */
const margin = 24 * 60 * 60_000;
/** A page that stays open refetches at least this often. */
const atLeastEvery = 6 * 60 * 60_000;

/** Emits session events of an app, keeps the session alive, and follows other tabs. Call once per app. */
export function watchSession(client: QueryClient): void {
	let known: Session | null | undefined;
	let elsewhere = false;
	let timer: ReturnType<typeof setTimeout> | undefined;

	const refetch = () => refetchSession(client).catch(() => undefined);
	const plan = (session: Session | null) => {
		clearTimeout(timer);
		if (session === null) return;
		const remaining = new Date(session.session.expiresAt).getTime() - Date.now() - margin;
		timer = setTimeout(() => void refetch(), Math.min(Math.max(remaining, 60_000), atLeastEvery));
	};
	const note = (session: Session | null | undefined) => {
		if (session === undefined || session === known) return;
		const event = eventBetween(known, session);
		known = session;
		plan(session);
		if (event !== null) emitSessionEvent(event, session, elsewhere);
	};

	// Only observes: router and shell do the fetching.
	new QueryObserver(client, { ...sessionQuery, enabled: false }).subscribe(({ data }) => note(data));
	note(client.getQueryData(sessionQuery.queryKey));
	tabs?.addEventListener("message", ({ data }) => {
		elsewhere = true;
		const done = () => {
			elsewhere = false;
		};
		if (data !== "SIGNED_OUT") return void refetch().finally(done);
		client.setQueryData(sessionQuery.queryKey, null);
		done();
	});
}
