import { expect, test } from "vitest";
import { readMailto } from "./mailto.ts";

test("reads recipients, subject and text, and nothing else", () => {
	expect(
		readMailto(
			"mailto:ann@example.org,bob%2Bnews@example.org?cc=cyd@example.org&subject=Plans%20%26%20more&body=One%0D%0ATwo&attach=/etc/passwd",
		),
	).toEqual({
		to: [
			{ name: "", email: "ann@example.org" },
			{ name: "", email: "bob+news@example.org" },
		],
		cc: [{ name: "", email: "cyd@example.org" }],
		bcc: [],
		subject: "Plans & more",
		text: "One\nTwo",
	});
	expect(readMailto("MAILTO:?to=ann+b@example.org&Subject=100%&body=a=b?c")).toMatchObject({
		...{ to: [{ email: "ann+b@example.org" }], subject: "100%", text: "a=b?c" },
	});
	expect(readMailto("mailto:%00")).toMatchObject({ to: [] });
	expect(readMailto("")).toMatchObject({ to: [], subject: "" });
});
