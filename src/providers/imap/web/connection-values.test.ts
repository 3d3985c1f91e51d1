import { describe, expect, it } from "vitest";
import {
	domainOf,
	emptyValues,
	foundValues,
	guessSmtpHost,
	portFor,
	requestOf,
	valuesOf,
} from "./connection-values.ts";

const imap = { host: "imap.vale.example", port: 993, security: "tls" } as const;
const smtp = { host: "smtp.vale.example", port: 587, security: "starttls" } as const;
const stored = { email: "robin@vale.example", username: "robin", imap, sieve: null, name: "Robin" };

describe("the port", () => {
	const server = { host: "", port: "993", security: "tls", certificate: "" } as const;
	it("follows the selected security", () => {
		expect(portFor("imap", server, "starttls")).toBe("143");
		expect(portFor("smtp", { ...server, port: "587", security: "starttls" }, "tls")).toBe("465");
		expect(portFor("smtp", { ...server, port: "" }, "none")).toBe("587");
	});

	it("stays if the user changed it", () => {
		expect(portFor("imap", { ...server, port: "1993" }, "starttls")).toBe("1993");
	});
});

describe("the request", () => {
	it("omits servers that were not typed, so that they are discovered", () => {
		const request = requestOf({ ...emptyValues, email: " robin@vale.example ", password: " secret " });
		expect(request).toEqual({ email: "robin@vale.example", password: " secret " });
	});

	it("repeats the stored values, without a password that was not typed", () => {
		const values = valuesOf({ ...stored, smtp: { ...smtp, username: null } });
		expect(requestOf(values)).toEqual({ email: "robin@vale.example", username: "robin", imap, smtp });
	});

	it("contains a separate SMTP sign-in only if there is one", () => {
		const values = valuesOf({ ...stored, smtp: { ...smtp, username: "relay" } });
		expect(requestOf(values).smtp).toEqual({ ...smtp, username: "relay" });
		expect(requestOf({ ...values, sending: "same" }).smtp).toEqual(smtp);
	});

	it("keeps a server's certificate, but none for plain text", () => {
		const values = valuesOf({ ...stored, imap: { ...imap, certificate: "PEM" }, smtp: null });
		expect(requestOf(values).imap).toEqual({ ...imap, certificate: "PEM" });
		expect(requestOf({ ...values, imap: { ...values.imap, security: "none" } }).imap?.certificate).toBeUndefined();
	});

	it("says that an account is receive-only", () => {
		expect(requestOf(valuesOf({ ...stored, smtp: null })).smtp).toBeNull();
	});
});

it("applies discovered settings: a different SMTP user name, or no SMTP", () => {
	const found = {
		source: "common",
		providerName: "Vale",
		imap,
		smtp: { ...smtp, username: null },
		sieve: null,
		username: "robin",
		appPassword: null,
		note: null,
	} as const;
	expect(foundValues(found)).toMatchObject({ username: "robin", imap: { port: "993" }, sending: "same" });
	const relay = foundValues({ ...found, smtp: { ...smtp, username: "relay" } });
	expect(relay).toMatchObject({ sending: "own", smtp: { username: "relay", port: "587" } });
	expect(foundValues({ ...found, smtp: null }).sending).toBe("none");
	expect(foundValues({ ...found, imap: null, smtp: null })).toMatchObject({ imap: { host: "" }, sending: "same" });
});

it("extracts the domain of a complete address", () => {
	expect(domainOf("robin@Vale.example ")).toBe("vale.example");
	expect(domainOf("robin@vale")).toBeNull();
	expect(domainOf("robin")).toBeNull();
});

it("guesses the outgoing server from the incoming one", () => {
	expect(guessSmtpHost("imap.vale.example")).toBe("smtp.vale.example");
	expect(guessSmtpHost("mail.vale.example")).toBe("mail.vale.example");
});
