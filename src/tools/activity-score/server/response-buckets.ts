import type { ActivityScore } from "../contract.ts";
import { type ResponseBucket, responseBuckets } from "../lists.ts";

const HOUR_MS = 3_600_000;

/** Hours by the clock: from inclusive, until exclusive. */
export const bucketHours: Readonly<Record<ResponseBucket, readonly [from: number, until: number]>> = {
	under_1h: [0, 1],
	under_4h: [1, 4],
	under_8h: [4, 8],
	under_1d: [8, 24],
	under_3d: [24, 72],
	longer: [72, 1_000_000],
};

/** @param times in milliseconds */
export function bucketsOf(times: readonly number[]): ActivityScore["responseTimes"] {
	return responseBuckets.map((bucket) => {
		const [from, until] = bucketHours[bucket].map((hours) => hours * HOUR_MS) as [number, number];
		return { bucket, replies: times.filter((time) => time >= from && time < until).length };
	});
}
