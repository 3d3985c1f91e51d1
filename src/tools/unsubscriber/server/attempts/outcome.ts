import { type Reason, sentences } from "./reasons.ts";

/** Result of a request. */
export interface Outcome {
	state: "requested" | "confirmed" | "failed" | "needs_action";
	reason: Reason;
	/** As text. */
	explanation: string;
	/** The remote server's reply; null: none. */
	response: { status: number | null; text: string } | null;
}

const MAX_LINE_LENGTH = 300;

export function outcome(
	state: Outcome["state"],
	reason: Reason,
	more: { explanation?: string; response?: Outcome["response"] } = {},
): Outcome {
	return { state, reason, explanation: more.explanation ?? sentences[reason], response: more.response ?? null };
}

/** The beginning of a server's reply as a single line. */
export function firstLine(text: string): string {
	const [line = ""] = text
		.split(/\r\n|\r|\n/)
		.map((one) => one.replace(/\s+/g, " ").trim())
		.filter((one) => one !== "");
	// biome-ignore lint/suspicious/noControlCharactersInRegex: no database takes NUL, and no table wants the others
	return line.replace(/[\x00-\x1f\x7f]/g, "").slice(0, MAX_LINE_LENGTH);
}
