/** A linear congruential generator (Numerical Recipes): the same numbers for the same seed. @returns whole numbers from 0 */
export function randomNumbers(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
