import { budget } from "../base/budget.ts";

/**
 * How much of a message is laid out next. Each step lays out again all that is there, so that one that adds little after a
 * long one costs as much for less: a message that takes long is shown in few steps, or not at all.
 */
export class LayoutPace {
	#laidOut = 0;
	#spent = 0;
	#size = budget.firstStep;

	/** Elements, and characters divided by 40, to add in the next step. */
	get size(): number {
		return this.#size;
	}

	/**
	 * Counts a step.
	 * @param took milliseconds
	 * @param isLast nothing is left to add; otherwise the next step takes at least as long
	 * @returns false when the message takes too long
	 */
	record(took: number, isLast: boolean): boolean {
		this.#spent += took;
		this.#laidOut += this.#size;
		this.#size = Math.max(10, this.#laidOut * Math.min(1, budget.stepTime / took));
		return this.#spent + (isLast ? 0 : took) <= budget.layoutTime;
	}
}
