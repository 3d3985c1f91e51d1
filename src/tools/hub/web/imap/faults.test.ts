import { describe, expect, it } from "vitest";
import { ApiError } from "#shared/client.ts";
import { faultsOf, isSetting } from "./faults.ts";

const problem = (code: string, fields?: Record<string, string>) =>
	new ApiError({ type: "about:blank", title: "Bad Request", status: 422, code, detail: `said of ${code}`, fields });
const place = (code: string, sending: "same" | "own" = "same") => faultsOf(problem(code), { sending })[0]?.place;

describe("a fault of the connection", () => {
	it("is shown at the field that it is about", () => {
		expect(place("cannot-connect-host")).toBe("imap.host");
		expect(place("cannot-connect-port")).toBe("imap.port");
		expect(place("cannot-connect-tls")).toBe("imap.security");
		expect(place("cannot-connect-timeout")).toBe("imap.host");
		expect(place("cannot-connect-not-mail")).toBe("imap.host");
		expect(place("cannot-connect-password")).toBe("password");
		expect(place("cannot-connect-app-password")).toBe("password");
		expect(place("cannot-send-port")).toBe("smtp.port");
		expect(place("servers-not-found")).toBe("imap.host");
		expect(place("already-connected")).toBe("email");
	});

	it("of the sign-in for sending is shown where that is said", () => {
		expect(place("cannot-send-password")).toBe("sending");
		expect(place("cannot-send-password", "own")).toBe("smtp.password");
	});

	it("keeps the server's own words", () => {
		expect(faultsOf(problem("cannot-connect-refused-account"), { sending: "same" })).toEqual([
			{ place: null, message: "said of cannot-connect-refused-account" },
		]);
	});

	it("names every field that the server did not take", () => {
		const found = faultsOf(problem("invalid-input", { "smtp.port": "Too big", email: "Not an address" }), {
			sending: "same",
		});
		expect(found).toEqual([
			{ place: "email", message: "Not an address" },
			{ place: "smtp.port", message: "Too big" },
		]);
	});
});

it("knows what is folded away at first", () => {
	expect(isSetting("imap.host")).toBe(true);
	expect(isSetting("password")).toBe(false);
	expect(isSetting(null)).toBe(false);
});
