import type { ParsedMessage } from "#shared/mail/message.ts";
import { parseMessage } from "../parse/parse-message.ts";
import { contentRowOf } from "../store/rows.ts";
import { incoming } from "../store/testing.ts";
import { type ClassifierInput, classifierInputOf } from "./features/facts.ts";

/** The facts of a message; a test sets only the fields it is about. */
export function factsWith(parsed: Partial<ParsedMessage>): ClassifierInput {
	const { message } = incoming({ id: "1" }, parsed).content ?? {};
	return rowFacts(message as ParsedMessage);
}

/** The facts of a whole message. @param raw RFC 5322 bytes */
export async function factsOfRaw(raw: Uint8Array): Promise<ClassifierInput> {
	return rowFacts(await parseMessage(raw));
}

function rowFacts(message: ParsedMessage): ClassifierInput {
	const row = contentRowOf({ message, lexemes: "", sha256: "" }, null);
	return classifierInputOf(row, row.listKey);
}
