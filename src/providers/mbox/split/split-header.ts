/** Whether the header of a message follows a line that may be a separator. */

import { isSeparator } from "./separator.ts";
import { lineAt, type SplitState } from "./split-state.ts";

const FIELD = /^[!-9;-~]{1,100}[ \t]*:/;
/** Fields that mail has and other `Name: value` lines have not. */
const MAIL_FIELD =
	/^(?:from|to|cc|bcc|subject|date|received|return-path|message-id|mime-version|content-type|content-transfer-encoding|delivered-to|reply-to|sender|in-reply-to|references|status|x-status|envelope-to|dkim-signature|arc-[a-z-]{1,40}|list-[a-z-]{1,40}|x-[a-z0-9-]{1,60})[ \t]*:/i;
/** Fields that are enough, among others that are not mail's own. */
const ENOUGH = 2;
/** Lines that are read. */
const MAX_LINES = 64;

/**
 * `mail`: the fields of mail. `fields`: fields of any kind up to the blank line. `none`: other text. `empty`: the next
 * separator or the end. `unknown`: more bytes are needed.
 */
export type Following = "mail" | "fields" | "none" | "empty" | "unknown";

/** What follows a line. @param offset start of the line behind it */
export function headerAt(state: SplitState, offset: number): Following {
	const names = new Set<string>();
	let at = offset;
	let fields = 0;
	for (let count = 0; count < MAX_LINES; count++) {
		const line = lineAt(state, at);
		if (line === null) return "unknown";
		const isEnd = line.next === at || (line.text === "" && fields === 0 && count > 0);
		if (line.text === "" || isEnd) {
			if (fields > 0) return "fields";
			if (line.next === at) return "empty";
			// One blank line too many: what follows it decides.
			if (count > 0) return "none";
			at = line.next;
			continue;
		}
		at = line.next;
		if (line.text.startsWith("From ") && fields === 0) return isSeparator(line.text) ? "empty" : "none";
		if (line.text.startsWith(">From ") || (fields > 0 && /^[ \t]/.test(line.text))) {
			fields++;
			continue;
		}
		if (!FIELD.test(line.text)) return "none";
		fields++;
		const name = MAIL_FIELD.exec(line.text)?.[0].toLowerCase();
		if (name !== undefined) names.add(name);
		if (names.size >= ENOUGH) return "mail";
	}
	return "fields";
}
