/** Recognizes what mailing lists put below each message: no one's own words. */

const RULE = /^\s*(?:_{2,}|-{2,}|={5,}|-=-[-=]*|_\._,_\._,_)\s*$/;
const MAX_RULE = 200;
/** Lines below the rule that are read. */
const HEAD_LINES = 3;
const WORDS =
	/mailing[ -]list|https?:\/\/|unsubscribe|@lists?\.|listinfo|mailman|you received this message because you are subscribed|you receive all messages sent to this group/i;
/** After `--`, a signature may have a link; only these are a list's. */
const SURE_WORDS =
	/mailing[ -]list\b|\bto unsubscribe\b|@lists?\.|\/listinfo\/|you received this message because you are subscribed|you receive all messages sent to this group/i;
const ALONE =
	/^\s*(?:you received this message because you are subscribed|you are receiving this because you are subscribed)/i;

/** Whether a list's footer begins with this line. */
export function isListFooter(lines: readonly string[], at: number): boolean {
	const line = lines[at] as string;
	if (line.length > MAX_RULE) return false;
	if (ALONE.test(line)) return true;
	if (!RULE.test(line)) return false;
	const head = lines.slice(at + 1, at + 1 + HEAD_LINES).join("\n");
	return (/^\s*(?:_{2,}|-{5,})/.test(line) ? WORDS : SURE_WORDS).test(head);
}
