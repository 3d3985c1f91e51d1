import type { Part } from "./structure.ts";

interface Open {
	part: Part;
	/** `--boundary`, one code unit a byte. */
	delimiter: string;
	/** Its end line came; what follows is an epilogue unless an outer boundary comes. */
	isClosed: boolean;
}

/** RFC 2046 §5.1.1 allows 70 characters; some programs write more. */
const LONGEST_DELIMITER = 300;

/** The multiparts around the place where the walk is, outermost first. */
export class BoundaryStack {
	private readonly open: Open[] = [];
	/** Delimiter to the innermost level that uses it. */
	private levels = new Map<string, number>();

	get isEmpty(): boolean {
		return this.open.length === 0;
	}

	/** Whether every multipart had its end line. */
	get isClosed(): boolean {
		return this.open.every((entry) => entry.isClosed);
	}

	at(level: number): Open {
		return this.open[level] as Open;
	}

	push(part: Part, boundary: string): void {
		// Header text was decoded; the line in the body is bytes.
		const bytes = Buffer.from(boundary.trimEnd(), isLatin1(boundary) ? "latin1" : "utf8");
		const delimiter = `--${bytes.toString("latin1")}`.slice(0, LONGEST_DELIMITER);
		this.levels.set(delimiter, this.open.length);
		this.open.push({ part, delimiter, isClosed: false });
	}

	/** Ends all multiparts from this level inwards. @param end in bytes, of those that were not closed */
	closeFrom(level: number, end: number): void {
		if (this.open.length <= level) return;
		for (const { part, isClosed } of this.open.splice(level)) if (!isClosed) part.end = Math.max(part.start, end);
		this.levels = new Map(this.open.map(({ delimiter }, i) => [delimiter, i]));
	}

	/**
	 * The innermost multipart whose delimiter or end line this is, or null.
	 * @param line position of `--` at the beginning of a line
	 */
	match(raw: Buffer, line: number, lineEnd: number): { level: number; isEnd: boolean } | null {
		const written = raw.toString("latin1", line, Math.min(lineEnd, line + LONGEST_DELIMITER + 50)).trimEnd();
		const level = this.levels.get(written);
		if (level !== undefined) return { level, isEnd: false };
		const dashes = written.lastIndexOf("--");
		const closed = dashes > 0 ? this.levels.get(written.slice(0, dashes)) : undefined;
		return closed === undefined ? null : { level: closed, isEnd: true };
	}
}

function isLatin1(text: string): boolean {
	for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) return false;
	return true;
}
