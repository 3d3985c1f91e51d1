import { textOf } from "../public/request.ts";

/** The address of a website, with or without a scheme in the reply; null: none. */
export function websiteOf(value: unknown): string | null {
	const text = textOf(value);
	if (text === null || !/^(?:https?:\/\/)?[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:\/\S*)?$/iu.test(text)) return null;
	return /^https?:\/\//i.test(text) ? text : `https://${text}`;
}
