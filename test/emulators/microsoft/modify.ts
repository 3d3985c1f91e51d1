/** Graph's methods that change messages, folders, rules and categories. */

import { type Call, created, type Handler, json, type Reply } from "./call.ts";
import { badRequest, GraphError, itemNotFound } from "./errors.ts";
import type { OutlookFolder } from "./folders.ts";
import type { Flag, OutlookState } from "./mailbox.ts";
import type { MethodName } from "./methods.ts";
import { folderResource, messageResource, viewOf } from "./resource.ts";
import { checkRule, type MessageRule } from "./rules.ts";

export const changing: Partial<Record<MethodName, Handler>> = {
	"messages.update": (call) => {
		const message = call.mailbox.find(call.params.id ?? "");
		call.mailbox.change(message, stateIn(json(call)));
		return messageResource(message, viewOf(call.query, call.prefer));
	},
	/**
	 * Moves to the recoverable items, which no folder shows
	 * (https://github.com/microsoftgraph/msgraph-sdk-powershell/issues/3265) and where it cannot be deleted again
	 * (https://github.com/microsoftgraph/microsoft-graph-docs/issues/2894); moving to the trash is `move`.
	 */
	"messages.delete": ({ mailbox, params }) => {
		const message = mailbox.find(params.id ?? "");
		const recoverable = mailbox.folders.find("recoverableitemsdeletions");
		if (message.folderId === recoverable.id)
			throw new GraphError(403, "ErrorCannotDeleteObject", "Object cannot be deleted.");
		mailbox.move(message, recoverable);
	},
	"messages.permanentDelete": ({ mailbox, params }) => mailbox.remove(mailbox.find(params.id ?? "")),
	"messages.move": async (call) => {
		const message = call.mailbox.find(call.params.id ?? "");
		call.mailbox.move(message, destination(call));
		return created(await messageResource(message, viewOf(call.query, call.prefer)));
	},
	"messages.copy": async (call) => {
		const { raw, isRead, flag, importance, categories, isDraft, receivedAt } = call.mailbox.find(call.params.id ?? "");
		const state = { isRead, flag, importance, categories: [...categories], isDraft };
		const copy = call.mailbox.add(raw, { ...state, receivedAt, folder: destination(call) });
		return created(await messageResource(copy, viewOf(call.query, call.prefer)));
	},

	"folders.create": (call) => createFolder(call, call.mailbox.folders.root),
	"folders.createChild": (call) => createFolder(call, call.mailbox.folders.find(call.params.folder ?? "")),
	"folders.update": (call) => {
		const { mailbox } = call;
		const folder = ownFolder(call, "ErrorCannotRenameDistinguishedFolder");
		folder.name = mailbox.folders.checkName(json(call).displayName, folder.parent, folder.id);
		mailbox.folderChanged(folder);
		return folderResource(folder, mailbox);
	},
	"folders.move": (call) => {
		const { mailbox } = call;
		const folder = ownFolder(call, "ErrorMoveDistinguishedFolder");
		const parent = destination(call);
		mailbox.folders.checkName(folder.name, parent.id, folder.id);
		folder.parent = parent.id;
		mailbox.folderChanged(folder);
		return created(folderResource(folder, mailbox));
	},
	"folders.delete": (call) => call.mailbox.removeFolder(ownFolder(call, "ErrorDeleteDistinguishedFolder")),

	"rules.list": ({ mailbox }) => ({ value: [...mailbox.rules.values()].map(ruleResource) }),
	"rules.get": ({ mailbox, params }) => ruleResource(ruleOf(mailbox.rules, params.id)),
	"rules.create": (call) => {
		const { mailbox } = call;
		const { displayName, sequence = 1, isEnabled = true, conditions = {}, exceptions = {}, actions = {} } = json(call);
		const requested = { displayName: String(displayName ?? ""), sequence, isEnabled, conditions, exceptions, actions };
		const rule = checkRule(
			{ ...requested, id: mailbox.newId("AQAAAJ") } as MessageRule,
			mailbox.rules.values(),
			mailbox.folders,
		);
		mailbox.rules.set(rule.id, rule);
		return created(ruleResource(rule));
	},
	"rules.update": (call) => {
		const { mailbox, params } = call;
		const rule = ruleOf(mailbox.rules, params.id);
		const others = [...mailbox.rules.values()].filter((one) => one !== rule);
		checkRule({ ...rule, ...json(call) }, others, mailbox.folders);
		return ruleResource(Object.assign(rule, json(call)));
	},
	"rules.delete": ({ mailbox, params }) => void mailbox.rules.delete(ruleOf(mailbox.rules, params.id).id),

	"categories.list": ({ mailbox }) => ({ value: [...mailbox.categories.values()] }),
	"categories.create": (call) => {
		const { mailbox } = call;
		const { displayName, color = "none" } = json(call);
		if (typeof displayName !== "string" || displayName === "") throw badRequest("displayName is missing.");
		for (const known of mailbox.categories.values())
			if (known.displayName.toLowerCase() === displayName.toLowerCase())
				throw new GraphError(409, "CategoryNameConflict", "A category with this name exists already.");
		const category = { id: mailbox.newId("category"), displayName, color: String(color) };
		mailbox.categories.set(category.id, category);
		return created(category);
	},
	"categories.delete": ({ mailbox, params }) => {
		if (!mailbox.categories.delete(params.id ?? "")) throw itemNotFound();
	},
};

function createFolder(call: Call, parent: OutlookFolder): Reply {
	const { mailbox } = call;
	const { displayName, isHidden = false } = json(call);
	const name = mailbox.folders.checkName(displayName, parent.id, null);
	const folder = mailbox.folders.create(name, parent.id, { isHidden: isHidden === true });
	mailbox.folderChanged(folder);
	return created(folderResource(folder, mailbox));
}

/** A folder created by the user. */
function ownFolder({ mailbox, params }: Call, code: string): OutlookFolder {
	const folder = mailbox.folders.find(params.folder ?? "");
	if (folder.wellKnown !== null) throw new GraphError(400, code, "Distinguished folders cannot be changed.");
	return folder;
}

function destination(call: Call): OutlookFolder {
	const { destinationId } = json(call);
	if (typeof destinationId !== "string") throw badRequest("destinationId is missing.");
	return call.mailbox.folders.find(destinationId);
}

function stateIn(body: Record<string, unknown>): Partial<OutlookState> {
	const state: Partial<OutlookState> = {};
	if (typeof body.isRead === "boolean") state.isRead = body.isRead;
	const flag = (body.flag as { flagStatus?: Flag } | undefined)?.flagStatus;
	if (flag !== undefined) state.flag = flag;
	const { importance } = body;
	if (importance === "low" || importance === "normal" || importance === "high") state.importance = importance;
	for (const { id, value } of (body.singleValueExtendedProperties ?? []) as { id: string; value: string }[])
		if (/^integer 0x0*1081$/i.test(id)) state.lastVerb = value;
	if (Array.isArray(body.categories)) state.categories = body.categories.map(String);
	return state;
}

function ruleOf(rules: Map<string, MessageRule>, id: string | undefined): MessageRule {
	const rule = rules.get(id ?? "");
	if (!rule) throw itemNotFound();
	return rule;
}

function ruleResource(rule: MessageRule): Record<string, unknown> {
	return { ...rule, hasError: false, isReadOnly: false };
}
