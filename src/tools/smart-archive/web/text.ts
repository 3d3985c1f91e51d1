import { formatBytes, formatCount } from "#web/lib/format.ts";
import type { Cleanup } from "../contract.ts";

const GIB = 1024 ** 3;

/** Quotas use binary units: "15 GB" are 15 × 1024³ bytes. */
function isSoldInGib(bytes: number): boolean {
	return bytes >= GIB && Math.abs(bytes / GIB - Math.round(bytes / GIB)) < 0.0005;
}

/** A quota in binary units; other sizes in the usual format. */
export function formatQuota(bytes: number): string {
	return isSoldInGib(bytes) ? `${Math.round(bytes / GIB)} GB` : formatBytes(bytes);
}

/** Used storage in the quota's unit, so that the two can be compared. */
export function formatUsed(bytes: number, quota: number): string {
	return isSoldInGib(quota) && bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : formatBytes(bytes);
}

/** A size split into number and unit. */
export function figureOf(bytes: number): { value: string; note: string } {
	const [value = "", note = ""] = formatBytes(bytes).split(" ");
	return { value, note };
}

/** Names of cleanup actions in menus. */
export const cleanupNames: Record<Cleanup, string> = {
	trash: "Move to trash",
	archive: "Archive",
	backup: "Back up, then trash",
	detach: "Take off attachments",
	delete: "Delete for good",
};

/** Label of the confirm button. */
export function verbOf(cleanup: Cleanup, count: number): string {
	const emails = formatCount(count, "email");
	switch (cleanup) {
		case "trash":
			return `Move ${emails} to trash`;
		case "archive":
			return `Archive ${emails}`;
		case "backup":
			return `Back up and trash ${emails}`;
		case "detach":
			return `Take attachments off ${emails}`;
		case "delete":
			return `Delete ${emails} for good`;
	}
}

/** Note shown before the action. */
export const cleanupNotes: Record<Cleanup, string> = {
	trash: "They can be put back from the trash, and with Undo. The space is free once the trash is emptied.",
	archive: "They leave the inbox and stay in the mailbox: this tidies up and frees no space.",
	backup:
		"First they are written into one mbox file, which is then read back. Only what it holds, byte for byte, goes to the trash. You can download the file under Backups.",
	detach:
		"Each email is stored again without its attached files, with a line in the place of each that names it. The original goes to the trash, and Undo puts it back. Signed emails and small files are left as they are.",
	delete: "This cannot be undone. Nothing of these emails is kept.",
};
