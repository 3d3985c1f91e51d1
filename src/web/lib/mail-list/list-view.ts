import { storedChoice } from "../base/stored-choice.ts";

/** Whether the inbox lists conversations or single emails. */
export type ListView = "conversations" | "emails";

export const listView = storedChoice<ListView>("listView", ["conversations", "emails"]);
