import { useSyncExternalStore } from "react";
import { tabStorage } from "../base/device-storage.ts";

/**
 * A session that ended without the user's doing: revoked, expired, unknown to a server with a new secret. The page stays
 * as it is, its requests wait, and sign-in opens over it. Signing in as the same user sends them.
 */
interface Ended {
	user: SignedInUser;
	signedInAgain: PromiseWithResolvers<void>;
	/** Requests that wait and may change something. */
	changes: number;
}

interface SignedInUser {
	id: string;
	email: string;
}

/** Asks for the session, after a request was refused. @returns whether it is there, or ended so that requests wait */
type CheckSession = () => Promise<boolean>;

let ended: Ended | null = null;
let check: CheckSession = async () => false;
let isLeaving = false;
let pageUser: SignedInUser | null = null;
const listeners = new Set<() => void>();

function set(next: Ended | null): void {
	ended = next;
	for (const listener of [...listeners]) listener();
}

/** Sets what `isSignedInStill` does. Call once per app. */
export function checkSessionWith(next: CheckSession): void {
	check = next;
}

/** Whether a request that was refused for want of a session can be sent again. @throws ApiError if the server can't say */
export function isSignedInStill(): Promise<boolean> {
	return check();
}

/** From now on requests wait until `user` is signed in again. */
export function noteSessionEnd(user: SignedInUser): void {
	if (ended !== null) return;
	const signedInAgain = Promise.withResolvers<void>();
	// It may be rejected while nothing waits.
	signedInAgain.promise.catch(() => undefined);
	set({ user, signedInAgain, changes: 0 });
}

/** The page is `user`'s, who is signed in: requests that waited are sent. */
export function noteSession(user: SignedInUser): void {
	pageUser = user;
	if (ended === null || isLeaving) return;
	const { signedInAgain } = ended;
	set(null);
	signedInAgain.resolve();
}

/** Whose session ended; null: no one's, or the page is about to be replaced. */
export function endedSession(): SignedInUser | null {
	return isLeaving ? null : (ended?.user ?? null);
}

/** Who has been signed in since the page was loaded, and may have something in it; null: no one yet. */
export function userOfPage(): SignedInUser | null {
	return pageUser;
}

export function useEndedSession(): SignedInUser | null {
	return useSyncExternalStore(onEndedSession, endedSession);
}

/** Calls back when a session ended or is back. @returns stops */
export function onEndedSession(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Whether something that was changed here waits to be saved. */
export function hasWaitingChanges(): boolean {
	return ended !== null && !isLeaving && ended.changes > 0;
}

/** Resolves at once unless the session has ended; then when the user is signed in again. Rejects when `init` is aborted. */
export async function untilSignedIn({ method, signal }: Pick<RequestInit, "method" | "signal">): Promise<void> {
	const waited = ended;
	if (waited === null) return;
	const step = method === undefined || method === "GET" ? 0 : 1;
	waited.changes += step;
	const aborted = Promise.withResolvers<never>();
	const onAbort = () => aborted.reject(signal?.reason);
	if (signal?.aborted) onAbort();
	signal?.addEventListener("abort", onAbort);
	try {
		await Promise.race([waited.signedInAgain.promise, aborted.promise]);
	} finally {
		waited.changes -= step;
		signal?.removeEventListener("abort", onAbort);
	}
}

/**
 * Loads another page, with nothing of `user`, whose page it was: what waits is not sent, and nothing is kept for this tab.
 * @param path of this site
 */
export function startOver(path: string, user: SignedInUser): void {
	noteSessionEnd(user);
	isLeaving = true;
	tabStorage.clear();
	location.replace(path);
}
