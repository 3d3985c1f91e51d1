/**
 * How people of one language ask, promise and end a conversation: alternatives for `phrases`, which compare with folded sentences.
 * In them `~` is the rest of a word, `…` up to six words.
 */
export interface Words {
	/** Questions that want no answer. */
	rhetorical: readonly string[];
	/** What asks without a question mark. */
	asks: readonly string[];
	/** Requests that leave nothing to answer: greetings to others, permission to go on. */
	courtesies: readonly string[];
	/** What the writer will send, bring, tell or find out. */
	promises: readonly string[];
	/** Thanks, agreement, an end. */
	closings: readonly string[];
}
