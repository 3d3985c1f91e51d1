import { storedChoice } from "../base/stored-choice.ts";

/** What opens after the open email is archived, deleted or moved. */
export type AutoAdvance = "next" | "previous" | "list";

/** Stored in this browser, because a phone and a desk are used differently. */
export const autoAdvance = storedChoice<AutoAdvance>("autoAdvance", ["next", "previous", "list"]);
