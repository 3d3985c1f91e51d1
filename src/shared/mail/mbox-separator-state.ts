import { z } from "zod";
import { FLAGS, type MessageFlags, mapFlags } from "./flags.ts";

/**
 * Message state at the end of an mbox separator line, so that an exported mailbox can be restored although the messages
 * are byte for byte unchanged: `From ada@example.org Fri Nov 20 05:00:00 2026 remote from
 * status?folder=inbox&flags=rs&label=Work`. "remote from <host>" is what UUCP mailers wrote there, so mbox readers
 * skip it.
 */

export interface MboxStatus {
	folder: "inbox" | "sent" | "drafts" | "spam" | "trash" | "archive";
	flags: MessageFlags;
	labels: string[];
}

const PREFIX = " remote from status?";
/** Readers treat longer lines as text; sender and date need part of it. */
const MAX_LENGTH = 1_500;
const folders = z.enum(["inbox", "sent", "drafts", "spam", "trash", "archive"]);

/** The end of a separator line, with its leading space. Labels that do not fit are left out. */
export function writeMboxStatus(state: MboxStatus): string {
	const set = Object.values(mapFlags((flag) => (state.flags[flag] === true ? FLAGS[flag].letter : ""))).join("");
	const fields = new URLSearchParams({ folder: state.folder, flags: set });
	for (const label of state.labels) {
		const longer = new URLSearchParams(fields);
		longer.append("label", label);
		if (longer.toString().length > MAX_LENGTH) break;
		fields.append("label", label);
	}
	return `${PREFIX}${fields}`;
}

/** The state in a separator line; null if it has none. */
export function readMboxStatus(line: string): MboxStatus | null {
	const at = line.lastIndexOf(PREFIX);
	if (at < 0) return null;
	const fields = new URLSearchParams(line.slice(at + PREFIX.length));
	const folder = folders.safeParse(fields.get("folder"));
	if (!folder.success) return null;
	const set = fields.get("flags") ?? "";
	return {
		folder: folder.data,
		flags: mapFlags((flag) => set.includes(FLAGS[flag].letter)),
		labels: fields.getAll("label"),
	};
}
