import { expect, it } from "vitest";
import { ASSUMED_QUOTA, inMegabytes, storageOf, storageOfMailbox } from "./storage.ts";

const GB = 1024 ** 3;
const unknown = { usedBytes: null, limitBytes: null };

it("compares with the provider's quota where it reports one, otherwise with 15 GB, and says which", () => {
	const mail = { sizeBytes: 3 * GB, totalEmails: 900 };
	const assumed = storageOfMailbox(mail, unknown);
	expect(assumed).toEqual({ usedBytes: 3 * GB, quotaBytes: ASSUMED_QUOTA, isAssumed: true, isEstimated: false });
	// Only the provider knows what else uses the quota.
	const reported = storageOfMailbox(mail, { usedBytes: 4 * GB, limitBytes: 5 * GB });
	expect(reported).toMatchObject({ usedBytes: 4 * GB, quotaBytes: 5 * GB, isAssumed: false });
	expect(storageOfMailbox(mail, { usedBytes: null, limitBytes: 5 * GB })).toMatchObject({ usedBytes: 3 * GB });
	expect(storageOf([assumed], 3 * GB)).toMatchObject({ percent: 20, quotaBasis: "assumed" });
	expect(storageOf([reported], 3 * GB)).toMatchObject({ percent: 80, quotaBasis: "reported" });
	expect(storageOf([assumed, reported], 6 * GB)).toMatchObject({ percent: 35, quotaBasis: "mixed", mailBytes: 6 * GB });
});

it("estimates only where no size is known", () => {
	const estimate = storageOfMailbox({ sizeBytes: 0, totalEmails: 10_000 }, unknown);
	expect(estimate.isEstimated).toBe(true);
	expect(inMegabytes(estimate.usedBytes)).toBe(Math.round((10_000 * 25) / 1024));
	expect(storageOfMailbox({ sizeBytes: 0, totalEmails: 0 }, unknown)).toMatchObject({
		usedBytes: 0,
		isEstimated: false,
	});
});
