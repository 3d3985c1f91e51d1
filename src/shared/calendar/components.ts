import { type ContentLine, contentLines } from "../mail/content-lines.ts";

/** A component of a calendar (RFC 5545 §3.6) such as VEVENT, with those inside it. */
export interface Component {
	/** Upper case. */
	name: string;
	lines: ContentLine[];
	inner: Component[];
}

const MAX_DEPTH = 8;

/** The components of a calendar file. What is malformed is left out. */
export function readComponents(text: string): Component[] {
	const root: Component = { name: "", lines: [], inner: [] };
	const open = [root];
	for (const line of contentLines(text)) {
		const current = open.at(-1) ?? root;
		if (line.name === "BEGIN") {
			const component = { name: line.value.trim().toUpperCase(), lines: [], inner: [] };
			if (open.length > MAX_DEPTH) continue;
			current.inner.push(component);
			open.push(component);
		} else if (line.name === "END") {
			const name = line.value.trim().toUpperCase();
			if (open.length > 1 && current.name === name) open.pop();
		} else current.lines.push(line);
	}
	return root.inner;
}

/** The first line of a name. */
export function lineOf({ lines }: Component, name: string): ContentLine | undefined {
	return lines.find((line) => line.name === name);
}
