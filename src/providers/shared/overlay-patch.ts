import type { LabelChange, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { FlagChange, MessageFlags } from "#shared/mail/flags.ts";

/** Stored per changed message; absent fields are as the provider has them. */
export interface Patch {
	seq: number;
	flags?: MessageFlags;
	folder?: string;
	add?: string[];
	remove?: string[];
	destroyed?: true;
}

/** The message with the user's changes. */
export function patched(message: RemoteMessage, patch: Patch): RemoteMessage {
	const removed = new Set(patch.remove);
	const labels = message.labels.filter((label) => !removed.has(label));
	for (const label of patch.add ?? []) if (!labels.includes(label)) labels.push(label);
	return {
		...message,
		folderId: patch.folder ?? message.folderId,
		flags: { ...message.flags, ...patch.flags },
		labels,
	};
}

/** The patch with `change` applied to its flags; the same object when nothing changes. */
export function withFlags(patch: Patch, change: FlagChange): Patch {
	const requested = Object.entries(change).filter(([, value]) => value !== undefined);
	const flags: MessageFlags = { ...patch.flags, ...Object.fromEntries(requested) };
	return requested.every(([name, value]) => patch.flags?.[name as keyof FlagChange] === value)
		? patch
		: { ...patch, flags };
}

/** The patch with `change` applied to its labels; the same object when nothing changes. */
export function withLabels(patch: Patch, change: LabelChange): Patch {
	const add = new Set(patch.add);
	const remove = new Set(patch.remove);
	let differs = false;
	for (const label of change.remove ?? []) {
		differs ||= add.has(label) || !remove.has(label);
		add.delete(label);
		remove.add(label);
	}
	for (const label of change.add ?? []) {
		differs ||= remove.has(label) || !add.has(label);
		remove.delete(label);
		add.add(label);
	}
	return differs ? { ...patch, add: [...add], remove: [...remove] } : patch;
}
