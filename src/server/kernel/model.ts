/**
 * Language models. A user may have none: every use needs a built-in way, which says so. Answers are text in a checked shape;
 * nothing that a model answers changes mail.
 */

/** Which model answers for a user, as the API names it. */
export { activeModel, engineOf } from "../platform/model/active-model.ts";
/** Asks it; null: there is none. */
export { askModel, type ModelReply, type ModelRequest } from "../platform/model/ask.ts";
/** Asks it, and yields the answer as it is written. */
export { streamModel } from "../platform/model/stream.ts";
