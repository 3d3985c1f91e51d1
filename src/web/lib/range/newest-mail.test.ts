import { expect, it } from "vitest";
import { dayText } from "#shared/ranges.ts";
import { newestMail, rangeEnd, rangeSpan } from "./newest-mail.ts";

const today = new Date(2026, 10, 23);
const endOf = (...days: (string | null)[]) =>
	dayText(rangeEnd(newestMail(days.map((newestDay) => ({ newestDay }))), today));

it("ends ranges on the day of the newest email of an old mailbox, and today otherwise", () => {
	expect(endOf("2019-10-29")).toBe("2019-10-29");
	expect(endOf("2018-01-01", "2019-10-29", null)).toBe("2019-10-29");
	expect(endOf("2025-11-22")).toBe("2025-11-22");
	for (const recent of ["2025-11-23", "2026-11-23", "2031-01-01"])
		expect(endOf("2019-10-29", recent)).toBe("2026-11-23");
	expect(endOf(null)).toBe("2026-11-23");
	expect(endOf()).toBe("2026-11-23");
});

it("ends the span of an archive with its mail, and leaves that of other mailboxes open", () => {
	const end = new Date(2019, 9, 29);
	for (const range of ["1m", "1y", "all"] as const) {
		expect(rangeSpan({ range }, end, today).until).toEqual(new Date(2019, 9, 31));
		expect(rangeSpan({ range }, today, today).until).toBeNull();
	}
	const custom = { range: "custom", from: "2018-01-01", until: "2020-01-01" } as const;
	expect(rangeSpan(custom, end, today).until).toEqual(new Date(2020, 0, 2));
});
