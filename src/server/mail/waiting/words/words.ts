/**
 * How people of one language ask, promise and end a conversation: alternatives for `phrases`, which compare with folded sentences.
 * In them `~` is the rest of a word, `…` up to six words.
 */
export interface Words {
	/** Questions that want no answer. */
	rhetorical: readonly string[];
	/** How a sentence begins that answers the question before it. */
	ownAnswers: readonly string[];
	/** What asks without a question mark, in an answer, too. */
	asks: readonly string[];
	/** What was tried or answered did not help: a question again, where others have written before. */
	unsolved: readonly string[];
	/** Requests that leave nothing to answer: greetings to others, permission to go on, offers of help. */
	courtesies: readonly string[];
	/** The message wants no answer, whatever else it says. */
	noAnswer: readonly string[];
	/** What the writer will send, bring, tell or find out. */
	promises: readonly string[];
	/** What the writer will do: a promise where somebody asked for it and a day is named, and else a piece of news. */
	tasks: readonly string[];
	/** Under which a promise is only an offer, or open for ever: "if you like", "if anything changes". */
	conditions: readonly string[];
	/** What was promised is here, or done. */
	deliveries: readonly string[];
	/** Thanks, agreement, an end. */
	closings: readonly string[];
}
