/**
 * Gmail's methods with their quota cost and scopes.
 * Quota units of projects created since May 2026 (https://developers.google.com/workspace/gmail/api/reference/quota):
 * `messages.get` and, as reported, `attachments.get` 20 instead of 5, `threads.get` 40; 6,000 units per minute and
 * user, 1,200,000 per minute and project. Scopes of each method: its page below
 * https://developers.google.com/workspace/gmail/api/reference/rest.
 */

const AUTH = "https://www.googleapis.com/auth/gmail.";
const EVERYTHING = "https://mail.google.com/";
const MODIFY = [EVERYTHING, `${AUTH}modify`];
const READ = [...MODIFY, `${AUTH}readonly`];
const HEADERS = [...READ, `${AUTH}metadata`];
const COMPOSE = [...MODIFY, `${AUTH}compose`];
const LABELS = [...MODIFY, `${AUTH}labels`];

export interface GmailMethod {
	name: string;
	verb: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Below /gmail/v1/users/{userId}. */
	path: string;
	units: number;
	/** Any one of these is sufficient. */
	scopes: readonly string[];
	/** Also below /upload, with the message as the body. */
	upload?: true;
}

export const METHODS = [
	{ name: "getProfile", verb: "GET", path: "/profile", units: 1, scopes: [...HEADERS, `${AUTH}compose`] },
	{ name: "watch", verb: "POST", path: "/watch", units: 100, scopes: HEADERS },
	{ name: "stop", verb: "POST", path: "/stop", units: 50, scopes: HEADERS },
	{ name: "history.list", verb: "GET", path: "/history", units: 2, scopes: HEADERS },
	{ name: "messages.list", verb: "GET", path: "/messages", units: 5, scopes: HEADERS },
	{ name: "messages.get", verb: "GET", path: "/messages/:id", units: 20, scopes: HEADERS },
	{
		name: "messages.attachments.get",
		verb: "GET",
		path: "/messages/:id/attachments/:attachment",
		units: 20,
		scopes: READ,
	},
	{ name: "messages.modify", verb: "POST", path: "/messages/:id/modify", units: 5, scopes: MODIFY },
	{ name: "messages.batchModify", verb: "POST", path: "/messages/batchModify", units: 50, scopes: MODIFY },
	{ name: "messages.trash", verb: "POST", path: "/messages/:id/trash", units: 5, scopes: MODIFY },
	{ name: "messages.untrash", verb: "POST", path: "/messages/:id/untrash", units: 5, scopes: MODIFY },
	{ name: "messages.delete", verb: "DELETE", path: "/messages/:id", units: 10, scopes: [EVERYTHING] },
	{ name: "messages.batchDelete", verb: "POST", path: "/messages/batchDelete", units: 50, scopes: [EVERYTHING] },
	{
		name: "messages.send",
		verb: "POST",
		path: "/messages/send",
		units: 100,
		scopes: [...COMPOSE, `${AUTH}send`],
		upload: true,
	},
	{
		name: "messages.insert",
		verb: "POST",
		path: "/messages",
		units: 25,
		scopes: [...MODIFY, `${AUTH}insert`],
		upload: true,
	},
	{
		name: "messages.import",
		verb: "POST",
		path: "/messages/import",
		units: 25,
		scopes: [...MODIFY, `${AUTH}insert`],
		upload: true,
	},
	{ name: "threads.get", verb: "GET", path: "/threads/:id", units: 40, scopes: HEADERS },
	{ name: "labels.list", verb: "GET", path: "/labels", units: 1, scopes: [...HEADERS, `${AUTH}labels`] },
	{ name: "labels.get", verb: "GET", path: "/labels/:id", units: 1, scopes: [...HEADERS, `${AUTH}labels`] },
	{ name: "labels.create", verb: "POST", path: "/labels", units: 5, scopes: LABELS },
	{ name: "labels.update", verb: "PUT", path: "/labels/:id", units: 5, scopes: LABELS },
	{ name: "labels.patch", verb: "PATCH", path: "/labels/:id", units: 5, scopes: LABELS },
	{ name: "labels.delete", verb: "DELETE", path: "/labels/:id", units: 5, scopes: LABELS },
	{ name: "drafts.list", verb: "GET", path: "/drafts", units: 5, scopes: [...READ, `${AUTH}compose`] },
	{ name: "drafts.get", verb: "GET", path: "/drafts/:id", units: 5, scopes: [...READ, `${AUTH}compose`] },
	{ name: "drafts.create", verb: "POST", path: "/drafts", units: 10, scopes: COMPOSE, upload: true },
	{ name: "drafts.update", verb: "PUT", path: "/drafts/:id", units: 15, scopes: COMPOSE, upload: true },
	{ name: "drafts.delete", verb: "DELETE", path: "/drafts/:id", units: 10, scopes: COMPOSE },
	{ name: "drafts.send", verb: "POST", path: "/drafts/send", units: 100, scopes: COMPOSE, upload: true },
	{
		name: "settings.filters.list",
		verb: "GET",
		path: "/settings/filters",
		units: 1,
		scopes: [...READ, `${AUTH}settings.basic`],
	},
	{
		name: "settings.filters.get",
		verb: "GET",
		path: "/settings/filters/:id",
		units: 1,
		scopes: [...READ, `${AUTH}settings.basic`],
	},
	{
		name: "settings.filters.create",
		verb: "POST",
		path: "/settings/filters",
		units: 5,
		scopes: [`${AUTH}settings.basic`],
	},
	{
		name: "settings.filters.delete",
		verb: "DELETE",
		path: "/settings/filters/:id",
		units: 5,
		scopes: [`${AUTH}settings.basic`],
	},
] as const satisfies readonly GmailMethod[];

export type MethodName = (typeof METHODS)[number]["name"];

/** Scopes that `token` grants by default: the product's for full and for read-only access. */
export const USUAL_SCOPES = {
	full: [
		"openid",
		"https://www.googleapis.com/auth/userinfo.email",
		"https://www.googleapis.com/auth/userinfo.profile",
		...["readonly", "labels", "modify", "send"].map((name) => AUTH + name),
	],
	read: [
		"openid",
		"https://www.googleapis.com/auth/userinfo.email",
		"https://www.googleapis.com/auth/userinfo.profile",
		`${AUTH}readonly`,
	],
};
