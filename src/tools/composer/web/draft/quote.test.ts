import { expect, it } from "vitest";
import { t } from "../base/text.ts";
import { quoteOf } from "./quote.ts";

const email = {
	...{ senderName: "Bob", senderEmail: "bob@example.net", subject: "Plans", to: [], cc: [], html: null },
	...{ sentAt: "2026-01-05T10:00:00.000Z", receivedAt: "2026-01-05T10:00:00.000Z" },
	text: `${"All of it. ".repeat(40)}The end.`,
};

it("quotes and forwards a message to its end, or says that it does not", () => {
	for (const kind of ["reply", "forward"] as const) {
		const whole = quoteOf(kind, email);
		const part = quoteOf(kind, email, 300);
		for (const text of [whole.text, whole.html]) {
			expect(text).toContain("The end.");
			expect(text).not.toContain(t.quote.cut);
		}
		for (const text of [part.text, part.html]) {
			expect(text).not.toContain("The end.");
			expect(text).toContain(t.quote.cut);
		}
	}
});
