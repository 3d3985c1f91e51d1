import { budget } from "./base/budget.ts";

/** Attributes with a number: `size` of a font, `start` of a list, `border` of a table. */
const numeric = "border cellpadding cellspacing height hspace size start vspace width".split(" ");

/** Keeps the numbers of attributes within the budget; cells that span too much become plain ones. */
export class NumberLimits {
	#spanned = 0;
	#floats = 0;

	apply(element: Element): void {
		// A number of its own for each item takes quadratic time.
		element.removeAttribute("value");
		for (const name of numeric) {
			const value = element.getAttribute(name);
			if (value !== null && !(Math.abs(Number.parseFloat(value) || 0) <= budget.size)) element.removeAttribute(name);
		}
		if (element.matches("table[align], img[align]") && ++this.#floats > budget.floats) element.removeAttribute("align");
		const covered = ["rowspan", "colspan", "span"].map((name) => limitSpan(element, name));
		this.#spanned += covered.reduce((product, span) => product * span, 1) - 1;
		if (this.#spanned > budget.spanned)
			for (const name of ["rowspan", "colspan", "span"]) element.removeAttribute(name);
	}
}

function limitSpan(element: Element, name: string): number {
	const written = element.getAttribute(name);
	if (written === null) return 1;
	const span = Number.parseInt(written, 10);
	// `rowspan=0` is all following rows.
	if (!(span >= 1)) element.removeAttribute(name);
	else if (span > budget.span) element.setAttribute(name, String(budget.span));
	return Math.min(budget.span, Math.max(1, span || 1));
}
