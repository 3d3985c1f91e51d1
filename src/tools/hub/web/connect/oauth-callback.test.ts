import { expect, it } from "vitest";
import { ApiError } from "#web/lib/api/api.ts";
import type { Granted } from "#web/lib/session/consent.ts";
import { exchangeFailure, incomplete, reportedUrl, validateCallback } from "./oauth-callback.ts";

it.each([
	[{ error: "access_denied", state: "s" }, "Access was denied. Please grant permissions to continue."],
	[{ error: "server_error" }, "OAuth authorization failed: server_error"],
	[{ state: "s" }, "Authorization code is missing from the callback URL"],
	[{ code: "c" }, "State parameter is missing from the callback URL"],
	[{ code: "c", state: "another" }, "Invalid state parameter - security check failed"],
])("%o is refused with its sentence", (came, message) => {
	expect(validateCallback(came, "s")).toEqual({ message, sendAgain: false });
});

it("accepts a code only with the state of the request", () => {
	expect(validateCallback({ code: "c", state: "s" }, "s")).toBeNull();
	expect(validateCallback({ code: "c", state: "s" }, null)?.message).toContain("security check failed");
});

const answered = (status: number, code: string, detail?: string) =>
	new ApiError({ type: "about:blank", title: "No", status, code, ...(detail !== undefined && { detail }) });

it.each([
	[
		answered(0, "unreachable"),
		"Network error: Unable to connect to authentication server. Please check your internet connection and try again.",
	],
	[
		new TypeError("the connection broke in the middle"),
		"Network error: Unable to connect to authentication server. Please check your internet connection and try again.",
	],
	[answered(503, "http-503"), "Authentication failed: 503"],
	[answered(400, "consent-failed", "Authentication failed: invalid_grant"), "Authentication failed: invalid_grant"],
	[answered(401, "signed-out", "Sign in first."), "Authentication session expired. Please try again."],
	[new SyntaxError("Unexpected token <"), "Invalid response from authentication server"],
])("says why the server did not connect the mailbox: %s", (cause, message) => {
	expect(exchangeFailure(cause).message).toBe(message);
});

it("resends a code only if it never reached the server", () => {
	expect(exchangeFailure(answered(0, "unreachable")).sendAgain).toBe(true);
	expect(exchangeFailure(answered(502, "provider-unreachable", "Gmail does not answer.")).sendAgain).toBe(false);
});

it("rejects an incomplete response", () => {
	const user = { email: "ann@gmail.example", name: null, picture: null };
	const message = "Invalid response from authentication server - missing token or user data";
	expect(incomplete({ user } as Granted)?.message).toBe(message);
	expect(incomplete({ token_type: "Bearer" } as Granted)?.message).toBe(message);
	expect(incomplete(null)?.message).toBe(message);
});

it("reports a URL without its secrets", () => {
	expect(reportedUrl("https://mail.example/auth/gmail/callback?code=4%2F0Ab&state=f00d&scope=a&error=no#x")).toBe(
		"https://mail.example/auth/gmail/callback?code=(hidden)&state=(hidden)&scope=(hidden)&error=no",
	);
});
