/** Whether this is `npm run test:soak`. */
export const isSoak = process.env.SOAK === "on";

/** Size of a long test: `usual` in `npm test`, `long` in `npm run test:soak`. */
export function sized(usual: number, long: number): number {
	return isSoak ? long : usual;
}
