import type { ImapAttribute, ImapFlow, ImapResponse } from "imapflow";

export type CommandPart = { type: "ATOM" | "STRING" | "SEQUENCE"; value: string } | CommandPart[];

/**
 * imapflow's method for raw commands, which its types omit. Its public methods return `false` for any refusal; here a
 * refusal is an error with the server's response.
 */
interface CommandDoor {
	exec(
		name: string,
		parts: CommandPart[] | false,
		options: { untagged: Record<string, (response: ImapResponse) => Promise<void>> },
	): Promise<{ response: ImapResponse; next(): void }>;
}

/** Receives untagged responses with these names while a command runs. */
export interface Listener {
	names: readonly string[];
	onResponse(response: ImapResponse): void;
}

/** Sends one command. @returns the tagged response */
export async function command(
	client: ImapFlow,
	name: string,
	parts: CommandPart[],
	listener?: Listener,
): Promise<ImapResponse> {
	const onResponse = async (response: ImapResponse): Promise<void> => listener?.onResponse(response);
	const untagged = Object.fromEntries((listener?.names ?? []).map((kind) => [kind, onResponse]));
	const door = client as unknown as CommandDoor;
	const { response, next } = await door.exec(name, parts.length === 0 ? false : parts, { untagged });
	next();
	return response;
}

export const atom = (value: string): CommandPart => ({ type: "ATOM", value });
export const text = (value: string): CommandPart => ({ type: "STRING", value });
export const sequence = (value: string): CommandPart => ({ type: "SEQUENCE", value });

/** The response code with its arguments, e.g. `["COPYUID", "7", "1:2", "4:5"]`. */
export function codeOf(response: ImapResponse): string[] {
	const [first] = response.attributes ?? [];
	const section = first && "section" in first ? (first.section ?? []) : [];
	return (section as ImapAttribute[]).map((part) =>
		part !== null && "value" in part && typeof part.value === "string" ? part.value : "",
	);
}
