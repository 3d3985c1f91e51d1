import type { Density } from "./density.ts";

/** Which lines a row has. */
export interface RowShape {
	/** `small`: 13 px, for dialogs and side panes. */
	size?: "regular" | "small";
	/** The subject alone: the sender is known from the context. */
	isOneLine?: boolean;
	/** A line of the text. Hidden when compact. */
	hasPreview?: boolean;
	/** A line with the reason why the email is listed. */
	hasNote?: boolean;
}

/** Height in pixels of every row of this shape; the virtual list relies on it. */
export function rowHeight({ size = "regular", isOneLine, hasPreview, hasNote }: RowShape, density: Density): number {
	const compact = density === "compact";
	const line = 20;
	if (size === "small")
		return (isOneLine ? 36 : 52) + { compact: -6, comfortable: 0, spacious: 6 }[density] + (hasNote ? line : 0);
	const base = (isOneLine ? 44 : 64) + { compact: -8, comfortable: 0, spacious: 12 }[density];
	return base + (hasPreview && !compact ? line : 0) + (hasNote ? line : 0);
}
