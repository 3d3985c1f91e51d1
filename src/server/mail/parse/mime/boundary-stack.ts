import type { Part } from "./structure.ts";

interface Open {
	part: Part;
	/** `--boundary`, one code unit per byte. */
	delimiter: string;
	/** Its closing delimiter was found; what follows is an epilogue until an outer boundary. */
	isClosed: boolean;
}

/** RFC 2046 §5.1.1 allows 70 characters; some programs write more, up to the longest line (RFC 5322 §2.1.1). */
const MAX_DELIMITER_LENGTH = 1_000;

/** The multiparts open at the parser's current position, outermost first. */
export class BoundaryStack {
	private readonly open: Open[] = [];
	/** Delimiter to the innermost level that uses it. */
	private levels = new Map<string, number>();

	get isEmpty(): boolean {
		return this.open.length === 0;
	}

	/** Whether every multipart was closed. */
	get isClosed(): boolean {
		return this.open.every((entry) => entry.isClosed);
	}

	at(level: number): Open {
		return this.open[level] as Open;
	}

	push(part: Part, boundary: string): void {
		// The header was decoded to text; the delimiter in the body is bytes.
		const bytes = Buffer.from(boundary.trimEnd(), isLatin1(boundary) ? "latin1" : "utf8");
		const delimiter = `--${bytes.toString("latin1")}`.slice(0, MAX_DELIMITER_LENGTH);
		this.levels.set(delimiter, this.open.length);
		this.open.push({ part, delimiter, isClosed: false });
	}

	/** Closes all multiparts from this level inward. @param end end offset in bytes of those that were not closed */
	closeFrom(level: number, end: number): void {
		if (this.open.length <= level) return;
		for (const { part, isClosed } of this.open.splice(level)) if (!isClosed) part.end = Math.max(part.start, end);
		this.levels = new Map(this.open.map(({ delimiter }, i) => [delimiter, i]));
	}

	/**
	 * The innermost multipart whose delimiter or closing delimiter this line is, or null.
	 * @param line offset of `--` at the beginning of a line
	 */
	match(raw: Buffer, line: number, lineEnd: number): { level: number; isEnd: boolean } | null {
		const written = raw.toString("latin1", line, Math.min(lineEnd, line + MAX_DELIMITER_LENGTH + 50)).trimEnd();
		const level = this.levels.get(written);
		if (level !== undefined) return { level, isEnd: false };
		const dashes = written.lastIndexOf("--");
		const closed = dashes > 0 ? this.levels.get(written.slice(0, dashes).trimEnd()) : undefined;
		return closed === undefined ? null : { level: closed, isEnd: true };
	}
}

function isLatin1(text: string): boolean {
	for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) return false;
	return true;
}
