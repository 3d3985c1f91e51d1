/**
 * Graph's mail methods and their permissions, from each method's page below https://learn.microsoft.com/graph/api.
 */

const WRITE = ["Mail.ReadWrite"];
const READ = ["Mail.Read", ...WRITE];
const SEND = ["Mail.Send"];
const SETTINGS = ["MailboxSettings.ReadWrite"];
const READ_SETTINGS = ["MailboxSettings.Read", ...SETTINGS];
const PERSON = ["User.Read", "User.ReadBasic.All"];

export interface GraphMethod {
	name: string;
	verb: "GET" | "POST" | "PATCH" | "DELETE";
	/** Below /v1.0. */
	path: string;
	/** Any one of these is sufficient. */
	scopes: readonly string[];
}

const method = <const Name extends string>(
	name: Name,
	verb: GraphMethod["verb"],
	path: string,
	scopes: readonly string[],
) => ({ name, verb, path, scopes });

/** Literal paths come before those with ids. */
export const METHODS = [
	method("me", "GET", "/me", PERSON),
	method("photo", "GET", "/me/photo/$value", PERSON),
	method("photo.size", "GET", "/me/photos/:size/$value", PERSON),
	method("folders.delta", "GET", "/me/mailFolders/delta", READ),
	method("folders.list", "GET", "/me/mailFolders", READ),
	method("folders.create", "POST", "/me/mailFolders", WRITE),
	method("folders.get", "GET", "/me/mailFolders/:folder", READ),
	method("folders.update", "PATCH", "/me/mailFolders/:folder", WRITE),
	method("folders.delete", "DELETE", "/me/mailFolders/:folder", WRITE),
	method("folders.move", "POST", "/me/mailFolders/:folder/move", WRITE),
	method("folders.children", "GET", "/me/mailFolders/:folder/childFolders", READ),
	method("folders.createChild", "POST", "/me/mailFolders/:folder/childFolders", WRITE),
	method("rules.list", "GET", "/me/mailFolders/inbox/messageRules", READ_SETTINGS),
	method("rules.create", "POST", "/me/mailFolders/inbox/messageRules", SETTINGS),
	method("rules.get", "GET", "/me/mailFolders/inbox/messageRules/:id", READ_SETTINGS),
	method("rules.update", "PATCH", "/me/mailFolders/inbox/messageRules/:id", SETTINGS),
	method("rules.delete", "DELETE", "/me/mailFolders/inbox/messageRules/:id", SETTINGS),
	method("messages.delta", "GET", "/me/mailFolders/:folder/messages/delta", READ),
	method("messages.inFolder", "GET", "/me/mailFolders/:folder/messages", READ),
	method("messages.createIn", "POST", "/me/mailFolders/:folder/messages", WRITE),
	method("messages.deltaAll", "GET", "/me/messages/delta", READ),
	method("messages.list", "GET", "/me/messages", READ),
	method("messages.create", "POST", "/me/messages", WRITE),
	method("messages.get", "GET", "/me/messages/:id", READ),
	method("messages.value", "GET", "/me/messages/:id/$value", READ),
	method("attachments.list", "GET", "/me/messages/:id/attachments", READ),
	method("attachments.create", "POST", "/me/messages/:id/attachments", WRITE),
	method("attachments.createUploadSession", "POST", "/me/messages/:id/attachments/createUploadSession", WRITE),
	method("attachments.value", "GET", "/me/messages/:id/attachments/:attachment/$value", READ),
	method("messages.update", "PATCH", "/me/messages/:id", WRITE),
	method("messages.delete", "DELETE", "/me/messages/:id", WRITE),
	method("messages.permanentDelete", "POST", "/me/messages/:id/permanentDelete", WRITE),
	method("messages.move", "POST", "/me/messages/:id/move", WRITE),
	method("messages.copy", "POST", "/me/messages/:id/copy", WRITE),
	method("messages.send", "POST", "/me/messages/:id/send", SEND),
	method("sendMail", "POST", "/me/sendMail", SEND),
	method("categories.list", "GET", "/me/outlook/masterCategories", READ_SETTINGS),
	method("categories.create", "POST", "/me/outlook/masterCategories", SETTINGS),
	method("categories.delete", "DELETE", "/me/outlook/masterCategories/:id", SETTINGS),
	method("subscriptions.list", "GET", "/subscriptions", READ),
	method("subscriptions.create", "POST", "/subscriptions", READ),
	method("subscriptions.get", "GET", "/subscriptions/:id", READ),
	method("subscriptions.update", "PATCH", "/subscriptions/:id", READ),
	method("subscriptions.delete", "DELETE", "/subscriptions/:id", READ),
];

export type MethodName = (typeof METHODS)[number]["name"];

/** Scopes that `token` grants by default: the product's for full and for read-only access. */
export const USUAL_SCOPES = {
	full: [
		...["openid", "email", "profile", "offline_access"],
		...["User.Read", "Mail.ReadWrite", "Mail.Send", "MailboxSettings.ReadWrite"],
	],
	read: ["openid", "email", "profile", "offline_access", "User.Read", "Mail.Read"],
};
