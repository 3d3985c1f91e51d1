import type { QueryClient } from "@tanstack/react-query";
import { newId } from "#shared/ids.ts";
import { ApiError } from "#web/lib/api/api.ts";
import { deviceStorage } from "#web/lib/base/device-storage.ts";
import { type Session, sessionQuery } from "#web/lib/session/session.ts";
import type { Draft, SaverId } from "../../contract.ts";
import { composer } from "../base/api.ts";
import type { ContentChange, Unsaved } from "./draft-saver.ts";
import { isSavable } from "./too-long.ts";

/**
 * What was written and not saved yet, on this device: it outlives a reload, a killed tab and a server that does not answer.
 * The next visit of the same user saves it.
 */

/** A draft with what an earlier visit wrote and the server has not taken. */
export type LoadedDraft = Draft & { unsaved?: Unsaved };

const prefix = "unsavedDraft";
/** What was changed within this time may belong to another tab, which saves it itself. */
const LIVE_MS = 60_000;

const tab = newId(Date.now());
let last = 0;

/** Empty: no one is signed in. */
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

/** @param unsaved null: the server has all that was written in this tab */
export function keepUnsaved(userId: string, draftId: string, unsaved: Unsaved | null): void {
	// Another tab may write the same draft.
	const key = [prefix, userId, draftId, tab].join(":");
	if (unsaved === null) deviceStorage.removeItem(key);
	else deviceStorage.setItem(key, JSON.stringify(unsaved));
}

/** What a tab has kept of a draft. */
interface Kept {
	key: string;
	draftId: string;
	unsaved: Unsaved;
}

/** What the user's tabs keep, the oldest first. */
function readKept(userId: string): Kept[] {
	return deviceStorage
		.keys()
		.flatMap((key) => {
			const [name, owner, draftId] = key.split(":");
			if (name !== prefix || owner !== userId || draftId === undefined) return [];
			const unsaved = readUnsaved(key);
			return unsaved === null ? [] : [{ key, draftId, unsaved }];
		})
		.sort((one, other) => one.unsaved.saver.sequence - other.unsaved.saver.sequence);
}

function readUnsaved(key: string): Unsaved | null {
	try {
		const kept: unknown = JSON.parse(deviceStorage.getItem(key) ?? "null");
		return typeof kept === "object" && kept !== null && "saver" in kept && "version" in kept ? (kept as Unsaved) : null;
	} catch {
		return null;
	}
}

/** What was written last in a draft and is too long to be saved, which this tab takes care of from now on; null: nothing. */
export function adoptUnsaved(userId: string, draftId: string): Unsaved | null {
	const kept = readKept(userId).findLast((one) => one.draftId === draftId && !isSavable(one.unsaved));
	if (kept === undefined) return null;
	deviceStorage.removeItem(kept.key);
	keepUnsaved(userId, draftId, kept.unsaved);
	return kept.unsaved;
}

/** The user's drafts with something unsaved on this device. */
export function unsavedDrafts(userId: string): string[] {
	return [...new Set(readKept(userId).map(({ draftId }) => draftId))];
}

/** Those that no open tab takes care of. */
export function abandonedDrafts(userId: string): string[] {
	const live = readKept(userId).filter(({ unsaved }) => unsaved.saver.sequence >= Date.now() - LIVE_MS);
	return unsavedDrafts(userId).filter((id) => !live.some(({ draftId }) => draftId === id));
}

/** Forgets what could not be saved, when the user has signed out. */
export function forgetUnsaved(userId: string): void {
	const start = `${prefix}:${userId}:`;
	for (const key of deviceStorage.keys()) if (key.startsWith(start)) deviceStorage.removeItem(key);
}

/**
 * Saves what earlier visits could not.
 * @returns the drafts that have it, if they are others: the draft itself was changed or sent meanwhile, maybe by one of them
 */
export async function recoverUnsaved(userId: string, draftId: string): Promise<Draft[]> {
	const separate: Draft[] = [];
	for (const { key, unsaved } of readKept(userId).filter((kept) => kept.draftId === draftId)) {
		try {
			await composer.updateDraft({ params: { id: draftId }, body: unsaved });
		} catch (error) {
			if (!isConflict(error)) continue;
			const { saver: _saver, version: _version, ...change } = unsaved;
			const own = await saveSeparately(draftId, change);
			if (own !== null) separate.push(own);
		}
		deviceStorage.removeItem(key);
	}
	return separate;
}

/**
 * Saves what was written here as a draft of its own.
 * @returns null: the draft has it already
 */
export async function saveSeparately(draftId: string, change: ContentChange): Promise<Draft | null> {
	const params = { id: draftId };
	const ifThere = (error: unknown): null => {
		if (isGone(error)) return null;
		throw error;
	};
	const other = await composer.getDraft({ params }).catch(ifThere);
	if (other !== null && hasAll(other, change)) return null;
	// One that was discarded can be copied for a day.
	const copy = await composer.copyDraft({ params, body: change }).catch(ifThere);
	return copy ?? composer.createDraft({ body: { kind: "new", ...change } });
}

function hasAll(draft: Draft, change: Partial<Draft>): boolean {
	return (Object.keys(change) as (keyof Draft)[]).every(
		(key) => JSON.stringify(draft[key]) === JSON.stringify(change[key]),
	);
}
