/** The built-in engine for reading mail: languages, sentences that matter, requests and dates. */

/** The date that a sentence names. */
export { dueDateOf } from "../mail/summaries/built-in/due-date.ts";
/** Which language a text is in; null: none that is known. */
export { type Language, languageOf } from "../mail/summaries/built-in/language.ts";
/** How a person is called, from a display name. */
export { givenName } from "../mail/summaries/built-in/sender-name.ts";
/** A summary with sentences of the text itself, and what the text asks for. */
export { summarize } from "../mail/summaries/built-in/summarize.ts";
/** What the sender wrote this time, without quotes and signature. */
export { ownWords } from "../mail/summaries/conversation-mail.ts";
