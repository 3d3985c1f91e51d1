/**
 * Streams of events: published in the transaction that changes something, delivered to each subscriber at least once and in
 * order. Tools learn from each other by them what happened.
 */

/** A subscriber of new mail. */
export { type NewMail, onNewMail } from "../mail/events/new-mail.ts";
/** The streams of mail. */
export {
	mailBounced,
	mailChanged,
	mailReceived,
	mailRemoved,
	mailReplied,
	mailSent,
	mailUnsubscribed,
} from "../mail/events/streams.ts";
/** Publishes an event of a tool's own stream. */
export { publish } from "../platform/event-streams/publish.ts";
/** Declares a stream or a subscriber. */
export { type EventStream, on, type StreamEvent, type Subscription } from "../platform/event-streams/streams.ts";
