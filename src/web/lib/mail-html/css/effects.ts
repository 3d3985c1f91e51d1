import { budget } from "../base/budget.ts";
import type { AllowEffects } from "./css.ts";

/** What is left of a message's effects: the first ones are drawn. */
export class Effects {
	#left = budget.effects;

	/**
	 * @param elements how many the declarations apply to, at most
	 * @returns the same answer for the same cost, so that a style can be written again with its images
	 */
	allowFor(elements: number): AllowEffects {
		const answers = new Map<number, boolean>();
		return (cost) => {
			const before = answers.get(cost);
			if (before !== undefined) return before;
			const isAllowed = cost * elements <= this.#left;
			if (isAllowed) this.#left -= cost * elements;
			answers.set(cost, isAllowed);
			return isAllowed;
		};
	}
}
