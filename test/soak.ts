/** Whether this is `npm run test:release`. */
export const isSoak = process.env.SOAK === "on";

/** Size of a long test: `usual` in `npm test`, `long` in `npm run test:release`. */
export function sized(usual: number, long: number): number {
	return isSoak ? long : usual;
}

const SOAK_ROUNDS = 50;

/** How often a test kills processes: `SOAK_ROUNDS` if set, `long` in `npm run test:release`, else `usual`. */
export function killRounds(usual: number, long = SOAK_ROUNDS): number {
	return Number(process.env.SOAK_ROUNDS ?? sized(usual, long));
}

/** Time limit of such a test in milliseconds. */
export function killTimeout(rounds: number): number {
	return 180_000 + rounds * 60_000;
}
