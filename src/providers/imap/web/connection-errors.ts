import { ApiError, fieldErrorsOf } from "#web/lib/api/api.ts";
import type { ConnectionValues, Sending } from "./connection-values.ts";
import { t } from "./text.ts";

/** Form fields that can have an error. */
export const fields = [
	"email",
	"password",
	"username",
	"imap.host",
	"imap.port",
	"imap.security",
	"imap.certificate",
	"sending",
	"smtp.host",
	"smtp.port",
	"smtp.security",
	"smtp.certificate",
	"smtp.username",
	"smtp.password",
] as const;
export type ConnectionField = (typeof fields)[number];

export interface ConnectionError {
	/** Null: the form as a whole. */
	field: ConnectionField | null;
	message: string;
}

/** The field that each error of the connection test belongs to. */
const fieldOf: Record<string, "host" | "port" | "security" | "login"> = {
	host: "host",
	port: "port",
	tls: "security",
	"not-mail": "host",
	timeout: "host",
	password: "login",
	"app-password": "login",
};

/** The field for SMTP sign-in errors. */
const sendingLogin: Record<Sending, ConnectionField> = { same: "sending", own: "smtp.password", none: "sending" };

/** Assigns the server's connection errors to form fields. Never empty. */
export function connectionErrorsOf(error: unknown, { sending }: Pick<ConnectionValues, "sending">): ConnectionError[] {
	if (!(error instanceof ApiError)) return [{ field: null, message: wordsOf(error) }];
	const { code, message } = error;
	const [, side, fault = ""] = /^cannot-(connect|send)-(.+)$/.exec(code) ?? [];
	if (side !== undefined) {
		const field = fieldOf[fault];
		if (field === undefined) return [{ field: null, message }];
		if (field === "login") return [{ field: side === "send" ? sendingLogin[sending] : "password", message }];
		return [{ field: `${side === "send" ? "smtp" : "imap"}.${field}`, message }];
	}
	if (code === "servers-not-found") return [{ field: "imap.host", message }];
	if (code === "already-connected") return [{ field: "email", message }];
	if (code === "password-needed") return [{ field: "password", message }];
	const messages = fieldErrorsOf(error);
	const named = fields.flatMap((field) => {
		const words = messages[field];
		return words === undefined ? [] : [{ field, message: words }];
	});
	return named.length > 0 ? named : [{ field: null, message }];
}

function wordsOf(error: unknown): string {
	return error instanceof Error && error.message !== "" ? error.message : t.imap.couldntConnectMailbox;
}

/** Whether a field is in the section that is collapsed at first. */
export function isSetting(field: ConnectionField | null): boolean {
	return field !== null && field !== "email" && field !== "password";
}
