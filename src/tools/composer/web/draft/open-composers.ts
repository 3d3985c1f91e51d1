import { useSyncExternalStore } from "react";
import { tabStorage } from "#web/lib/base/device-storage.ts";
import type { LoadedDraft } from "./unsaved-drafts.ts";

/** The open composers of this tab, oldest first. Their drafts are on the server; which are open survives a reload. */

export interface OpenComposer {
	draftId: string;
	size: "docked" | "minimized" | "full";
	/** Loaded just now: no second request. */
	draft?: LoadedDraft;
	/** Why it is there: another window changed the draft (`kept`) or sent it (`kept-after-sending`) meanwhile. */
	note?: "kept" | "kept-after-sending";
	/** Nothing was written yet: it does not survive a reload. */
	isFresh?: boolean;
	/** It was open before a reload: whatever is done meanwhile keeps the focus. */
	isRestored?: boolean;
}

const storageKey = "openComposers";
/** More would not fit, and no one writes more at a time. */
const MAX_OPEN = 6;

let open: readonly OpenComposer[] = restore();
const listeners = new Set<() => void>();

function restore(): OpenComposer[] {
	try {
		const stored: unknown = JSON.parse(tabStorage.getItem(storageKey) ?? "[]");
		if (!Array.isArray(stored)) return [];
		return stored
			.filter((id) => typeof id === "string")
			.map((draftId) => ({ draftId, size: "docked" as const, isRestored: true }));
	} catch {
		return [];
	}
}

function set(next: readonly OpenComposer[]): void {
	open = next;
	const kept = next.filter(({ isFresh }) => isFresh !== true);
	tabStorage.setItem(storageKey, JSON.stringify(kept.map(({ draftId }) => draftId)));
	for (const listener of listeners) listener();
}

/** Opens a composer, or brings the one with this draft to the front. @returns whether it is new */
export function openComposer(composer: Omit<OpenComposer, "size">): boolean {
	const others = open.filter(({ draftId }) => draftId !== composer.draftId);
	const isNew = others.length === open.length;
	// The oldest are minimized, so that the windows stay side by side.
	set([...others, { size: "docked" as const, ...composer }].slice(-MAX_OPEN));
	return isNew;
}

/** Something was written in it. */
export function keepComposer(id: string): void {
	if (freshDrafts().includes(id)) set(open.map((one) => (one.draftId === id ? { ...one, isFresh: false } : one)));
}

/** The drafts of composers in which nothing was written yet. */
export function freshDrafts(): string[] {
	return open.filter(({ isFresh }) => isFresh === true).map(({ draftId }) => draftId);
}

const discards = new Map<string, () => Promise<void>>();

/** How the window of a draft discards it, with what is not saved yet. @returns takes it back */
export function onDiscard(id: string, discard: () => Promise<void>): () => void {
	discards.set(id, discard);
	return () => discards.delete(id);
}

/** Undefined: the draft is in no window. */
export function discardOfWindow(id: string): (() => Promise<void>) | undefined {
	return discards.get(id);
}

export function isComposerOpen(id: string): boolean {
	return open.some(({ draftId }) => draftId === id);
}

export function closeComposer(id: string): void {
	set(open.filter(({ draftId }) => draftId !== id));
}

export function resizeComposer(id: string, size: OpenComposer["size"]): void {
	set(open.map((one) => (one.draftId === id ? { ...one, size } : one)));
}

export function useOpenComposers(): readonly OpenComposer[] {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => open,
	);
}
