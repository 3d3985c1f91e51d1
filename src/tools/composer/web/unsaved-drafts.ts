import type { QueryClient } from "@tanstack/react-query";
import { newId } from "#shared/ids.ts";
import { ApiError } from "#web/lib/api.ts";
import { deviceStorage } from "#web/lib/device-storage.ts";
import { type Session, sessionQuery } from "#web/lib/session.ts";
import type { Draft, SaverId } from "../contract.ts";
import { composer } from "./api.ts";
import type { ContentChange, Unsaved } from "./draft-saver.ts";

/**
 * What was written and not saved yet, on this device: it outlives a reload, a killed tab and a server that does not answer.
 * The next visit of the same user saves it.
 */

const prefix = "unsavedDraft";
/** What was changed within this time may belong to another tab, which saves it itself. */
const LIVE_MS = 60_000;

const keyOf = (userId: string, draftId: string): string => `${prefix}:${userId}:${draftId}`;

const tab = newId(Date.now());
let last = 0;

/** Empty: nobody is signed in. */
export function currentUserId(client: QueryClient): string {
	return client.getQueryData<Session | null>(sessionQuery.queryKey)?.user.id ?? "";
}

/** Names a save of this tab; a later one has a larger number. */
export function nextSave(): SaverId {
	last = Math.max(last + 1, Date.now());
	return { id: tab, sequence: last };
}

/** Another window changed, sent or discarded the draft, or it is gone: it does not take what was written here. */
export function isConflict(error: unknown): boolean {
	return (
		error instanceof ApiError && (error.code === "draft-changed" || error.code === "already-sent" || isGone(error))
	);
}

function isGone(error: unknown): boolean {
	return error instanceof ApiError && error.status === 404;
}

/** @param unsaved null: the server has all */
export function keepUnsaved(userId: string, draftId: string, unsaved: Unsaved | null): void {
	if (unsaved === null) deviceStorage.removeItem(keyOf(userId, draftId));
	else deviceStorage.setItem(keyOf(userId, draftId), JSON.stringify(unsaved));
}

function readUnsaved(userId: string, draftId: string): Unsaved | null {
	try {
		const kept: unknown = JSON.parse(deviceStorage.getItem(keyOf(userId, draftId)) ?? "null");
		return typeof kept === "object" && kept !== null && "saver" in kept && "version" in kept ? (kept as Unsaved) : null;
	} catch {
		return null;
	}
}

/** The user's drafts with something unsaved on this device. */
export function unsavedDrafts(userId: string): string[] {
	const start = keyOf(userId, "");
	return deviceStorage.keys().flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));
}

/** Those that no open tab takes care of. */
export function abandonedDrafts(userId: string): string[] {
	return unsavedDrafts(userId).filter((id) => (readUnsaved(userId, id)?.saver.sequence ?? 0) < Date.now() - LIVE_MS);
}

/** Forgets what could not be saved, when the user has signed out. */
export function forgetUnsaved(userId: string): void {
	for (const id of unsavedDrafts(userId)) keepUnsaved(userId, id, null);
}

/**
 * Saves what an earlier visit could not.
 * @returns the draft that has it, if it is another one: the draft itself was changed or sent meanwhile
 */
export async function recoverUnsaved(userId: string, draftId: string): Promise<Draft | null> {
	const unsaved = readUnsaved(userId, draftId);
	if (unsaved === null) return null;
	const params = { id: draftId };
	try {
		await composer.updateDraft({ params, body: unsaved });
	} catch (error) {
		if (!isConflict(error)) return null;
		const { saver: _saver, version: _version, ...change } = unsaved;
		const separate = await saveSeparately(draftId, change);
		keepUnsaved(userId, draftId, null);
		return separate;
	}
	keepUnsaved(userId, draftId, null);
	return null;
}

/**
 * Saves what was written here as a draft of its own.
 * @returns null: the draft has it already
 */
export async function saveSeparately(draftId: string, change: ContentChange): Promise<Draft | null> {
	const params = { id: draftId };
	try {
		const other = await composer.getDraft({ params });
		if (hasAll(other, change)) return null;
		return await composer.copyDraft({ params, body: change });
	} catch (error) {
		if (!isGone(error)) throw error;
		return composer.createDraft({ body: { kind: "new", ...change } });
	}
}

function hasAll(draft: Draft, change: Partial<Draft>): boolean {
	return (Object.keys(change) as (keyof Draft)[]).every(
		(key) => JSON.stringify(draft[key]) === JSON.stringify(change[key]),
	);
}
