import { describe, expect, it } from "vitest";
import { ApiError } from "#shared/client.ts";
import { connectionErrorsOf, isSetting } from "./connection-errors.ts";

const problem = (code: string, fields?: Record<string, string>) =>
	new ApiError({ type: "about:blank", title: "Bad Request", status: 422, code, detail: `said of ${code}`, fields });
const field = (code: string, sending: "same" | "own" = "same") =>
	connectionErrorsOf(problem(code), { sending })[0]?.field;

describe("a connection error", () => {
	it("is shown at its field", () => {
		expect(field("cannot-connect-host")).toBe("imap.host");
		expect(field("cannot-connect-port")).toBe("imap.port");
		expect(field("cannot-connect-tls")).toBe("imap.security");
		expect(field("cannot-connect-timeout")).toBe("imap.host");
		expect(field("cannot-connect-not-mail")).toBe("imap.host");
		expect(field("cannot-connect-password")).toBe("password");
		expect(field("cannot-connect-app-password")).toBe("password");
		expect(field("cannot-send-port")).toBe("smtp.port");
		expect(field("servers-not-found")).toBe("imap.host");
		expect(field("already-connected")).toBe("email");
	});

	it("of SMTP sign-in is shown at the field that configures it", () => {
		expect(field("cannot-send-password")).toBe("sending");
		expect(field("cannot-send-password", "own")).toBe("smtp.password");
	});

	it("keeps the server's message", () => {
		expect(connectionErrorsOf(problem("cannot-connect-refused-account"), { sending: "same" })).toEqual([
			{ field: null, message: "said of cannot-connect-refused-account" },
		]);
	});

	it("lists every field that the server rejected", () => {
		const found = connectionErrorsOf(problem("invalid-input", { "smtp.port": "Too big", email: "Not an address" }), {
			sending: "same",
		});
		expect(found).toEqual([
			{ field: "email", message: "Not an address" },
			{ field: "smtp.port", message: "Too big" },
		]);
	});
});

it("knows which fields start collapsed", () => {
	expect(isSetting("imap.host")).toBe(true);
	expect(isSetting("password")).toBe(false);
	expect(isSetting(null)).toBe(false);
});
