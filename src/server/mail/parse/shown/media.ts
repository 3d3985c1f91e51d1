/** Whether a rule holds for readers on any usual screen. */
export type Applies = "always" | "never" | "maybe";

/** Of a rule inside another. */
export function both(one: Applies, other: Applies): Applies {
	if (one === "never" || other === "never") return "never";
	return one === "maybe" || other === "maybe" ? "maybe" : "always";
}

/** @param media a list of media queries; empty: for all */
export function mediaOf(media: string): Applies {
	const each = media.toLowerCase().split(",").map(queryOf);
	if (each.includes("always")) return "always";
	return each.every((one) => one === "never") ? "never" : "maybe";
}

/** Widths of the screens that mail is read on. */
const NARROW = 320;
const WIDE = 1_600;

function queryOf(query: string): Applies {
	const words = query
		.trim()
		.replace(/^only\s/, "")
		.trim();
	if (words === "" || words === "all" || words === "screen" || words === "not print") return "always";
	if (words === "not all" || /^(?:print|speech|tty|tv|projection|handheld|braille|embossed)\b/.test(words))
		return "never";
	let [from, until] = [0, 100_000];
	for (const [, bound, value] of words.matchAll(/\((min|max)-(?:device-)?width\s?:\s?([\d.]+[a-z]*)/g)) {
		if (bound === "min") from = Math.max(from, pixels(value));
		else until = Math.min(until, pixels(value));
	}
	if (until < NARROW / 2 || from > WIDE * 2 || from > until) return "never";
	const isWidth =
		/^(?:(?:all|screen) and )?\((?:min|max)-(?:device-)?width[^()]*\)(?: and \((?:min|max)-(?:device-)?width[^()]*\))?$/;
	return isWidth.test(words) && from <= NARROW && until >= WIDE ? "always" : "maybe";
}

function pixels(value = ""): number {
	return Number.parseFloat(value) * (value.endsWith("em") ? 16 : 1);
}
