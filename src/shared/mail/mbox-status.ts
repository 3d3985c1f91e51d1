import { z } from "zod";

/**
 * How a message stood, written at the end of its mbox separator line, so that an exported mailbox comes back as it was
 * although not a byte of its messages differs: `From ada@example.org Fri Nov 20 05:00:00 2026 remote from
 * standing?folder=inbox&flags=rs&label=Work`. "remote from <host>" is what UUCP mailers wrote there, so readers of mbox
 * files know to pass over it.
 */

export interface MboxStatus {
	folder: "inbox" | "sent" | "drafts" | "spam" | "trash" | "archive";
	read: boolean;
	starred: boolean;
	important: boolean;
	answered: boolean;
	labels: string[];
}

const PREFIX = " remote from standing?";
/** Readers take longer lines for text; sender and date need some of it. */
const MOST = 1_500;
const folders = z.enum(["inbox", "sent", "drafts", "spam", "trash", "archive"]);
const flags = [
	["r", "read"],
	["s", "starred"],
	["i", "important"],
	["a", "answered"],
] as const;

/** The end of a separator line, with its leading blank. Labels that find no room are left out. */
export function writeMboxStatus(state: MboxStatus): string {
	const set = flags.map(([letter, name]) => (state[name] ? letter : "")).join("");
	const fields = new URLSearchParams({ folder: state.folder, flags: set });
	for (const label of state.labels) {
		const longer = new URLSearchParams(fields);
		longer.append("label", label);
		if (longer.toString().length > MOST) break;
		fields.append("label", label);
	}
	return `${PREFIX}${fields}`;
}

/** What a separator line says of it; null when it says nothing, or something else. */
export function readMboxStatus(line: string): MboxStatus | null {
	const at = line.lastIndexOf(PREFIX);
	if (at < 0) return null;
	const fields = new URLSearchParams(line.slice(at + PREFIX.length));
	const folder = folders.safeParse(fields.get("folder"));
	if (!folder.success) return null;
	const set = fields.get("flags") ?? "";
	return {
		folder: folder.data,
		read: set.includes("r"),
		starred: set.includes("s"),
		important: set.includes("i"),
		answered: set.includes("a"),
		labels: fields.getAll("label"),
	};
}
