import { expect, it } from "vitest";
import names from "#server/mail/trust/brand-names.json" with { type: "json" };
import { brandNames } from "../scripts/brand-names.ts";

it("keeps the names of brands as their packages have them: npm run brands", () => {
	expect(names).toEqual(brandNames());
	expect(names.flat()).toEqual(expect.arrayContaining(["WeTransfer", "Roblox", "Booking.com"]));
	// Words and people.
	for (const name of ["Julia", "Chase", "Medium", "Target"]) expect(names.map(([one]) => one)).not.toContain(name);
});
