import { describe, expect, it } from "vitest";
import { hostOf, outcomeCountsOf, outcomeLine, readRate, responseLine } from "./labels.ts";

describe("read rate", () => {
	it("distinguishes none from less than 1%", () => {
		expect(readRate({ count: 0, readCount: 0 })).toBe("0%");
		expect(readRate({ count: 400, readCount: 0 })).toBe("0%");
		expect(readRate({ count: 400, readCount: 1 })).toBe("<1%");
		expect(readRate({ count: 52, readCount: 50 })).toBe("96%");
		expect(readRate({ count: 3, readCount: 3 })).toBe("100%");
	});
});

describe("request results", () => {
	it("names only non-zero counts", () => {
		expect(outcomeLine(outcomeCountsOf({ confirmed: 3, requested: 2, needsAction: 1, failed: 0 }))).toBe(
			"3 confirmed, 2 requested, 1 needs action",
		);
		expect(outcomeLine(outcomeCountsOf({ confirmed: 1200, needsAction: 2 }))).toBe("1,200 confirmed, 2 need action");
		expect(outcomeLine(outcomeCountsOf(null))).toBe("");
	});

	it("shows the remote server's reply verbatim", () => {
		expect(responseLine({ response: { status: 550, text: "No such list" } })).toBe("550 No such list");
		expect(responseLine({ response: { status: null, text: "" } })).toBeNull();
		expect(responseLine({ response: null })).toBeNull();
	});
});

describe("link host", () => {
	it("is returned for web URLs only", () => {
		expect(hostOf("https://news.example:8443/leave?reader=1")).toBe("news.example:8443");
		expect(hostOf("mailto:leave@news.example")).toBeNull();
		expect(hostOf("javascript:alert(1)")).toBeNull();
		expect(hostOf("https://")).toBeNull();
		expect(hostOf(null)).toBeNull();
	});
});
