import { expect, it } from "vitest";
import { healthOf } from "../health.ts";
import { inMegabytes, storageOf, storageOfMailbox } from "./storage.ts";

const GB = 1024 ** 3;
const unknown = { usedBytes: null, limitBytes: null };
const mail = { sizeBytes: 3 * GB, totalEmails: 900 };

it("compares with the provider's quota where it reports one, and with none otherwise", () => {
	const silent = storageOfMailbox(mail, unknown);
	// Only the provider knows what else uses the quota.
	const reported = storageOfMailbox(mail, { usedBytes: 4 * GB, limitBytes: 5 * GB });
	expect(storageOf([reported], 3 * GB)).toMatchObject({ usedBytes: 4 * GB, quotaUsedBytes: 4 * GB, percent: 80 });
	expect(storageOf([reported], 3 * GB)).toMatchObject({ quotaBytes: 5 * GB, quotaBasis: "reported" });
	expect(storageOf([storageOfMailbox(mail, { usedBytes: null, limitBytes: 5 * GB })], 3 * GB).percent).toBe(60);
	expect(storageOf([silent], 3 * GB)).toMatchObject({
		usedBytes: 3 * GB,
		quotaBytes: 0,
		percent: 0,
		quotaBasis: "none",
	});
});

it("keeps a full mailbox full, whatever is next to it", () => {
	const full = storageOfMailbox(mail, { usedBytes: 98, limitBytes: 100 });
	const silent = storageOfMailbox(mail, unknown);
	const both = storageOf([full, silent, silent], 6 * GB);
	expect(both).toMatchObject({ quotaUsedBytes: 98, quotaBytes: 100, percent: 98, quotaBasis: "mixed" });
	const { deductions } = healthOf({
		total: 900,
		unread: 0,
		usedBytes: both.quotaUsedBytes,
		quotaBytes: both.quotaBytes,
	});
	expect(deductions).toEqual([{ id: "storage", points: 20, percent: 98, above: 80 }]);
	expect(storageOf([storageOfMailbox(mail, { usedBytes: 120, limitBytes: 100 })], 3 * GB).percent).toBe(100);
});

it("estimates only where no size is known", () => {
	const estimate = storageOfMailbox({ sizeBytes: 0, totalEmails: 10_000 }, unknown);
	expect(estimate.isEstimated).toBe(true);
	expect(inMegabytes(storageOf([estimate], 0).usedBytes)).toBe(Math.round((10_000 * 25) / 1024));
	expect(storageOfMailbox({ sizeBytes: 0, totalEmails: 0 }, unknown)).toMatchObject({
		mailBytes: 0,
		isEstimated: false,
	});
});
