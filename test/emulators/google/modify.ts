/** Gmail's methods that change messages, labels and filters. */

import { type Call, type Handlers, strings } from "./call.ts";
import { invalid, notFound } from "./errors.ts";
import { createFilter } from "./filters.ts";
import type { GmailLabel } from "./mailbox.ts";
import { labelResource, messageResource } from "./resource.ts";

const MAX_IDS = 1_000;
const MINIMAL = new URLSearchParams({ format: "minimal" });

export const changing: Handlers = {
	"messages.modify": (call) => {
		const message = call.mailbox.find(call.params.id ?? "");
		const { add, remove } = labelChange(call);
		call.mailbox.change(message, add, remove);
		return messageResource(message, MINIMAL);
	},
	/** Nonexistent ids are skipped silently. */
	"messages.batchModify": (call) => {
		const { add, remove } = labelChange(call);
		for (const id of idsOf(call)) {
			const message = call.mailbox.messages.get(id);
			if (message) call.mailbox.change(message, add, remove);
		}
	},
	"messages.trash": ({ mailbox, params }) => {
		const message = mailbox.find(params.id ?? "");
		mailbox.change(message, ["TRASH"], []);
		return messageResource(message, MINIMAL);
	},
	/** Removes it from the trash without adding a label; the emulator adds INBOX. */
	"messages.untrash": ({ mailbox, params }) => {
		const message = mailbox.find(params.id ?? "");
		mailbox.change(message, [], ["TRASH"]);
		return messageResource(message, MINIMAL);
	},
	"messages.delete": ({ mailbox, params }) => mailbox.remove(mailbox.find(params.id ?? "")),
	"messages.batchDelete": (call) => {
		for (const id of idsOf(call)) {
			const message = call.mailbox.messages.get(id);
			if (message) call.mailbox.remove(message);
		}
	},

	"labels.list": ({ mailbox }) => ({ labels: [...mailbox.labels.values()] }),
	"labels.get": ({ mailbox, params }) => labelResource(labelOf(mailbox.labels, params.id), mailbox),
	"labels.create": ({ mailbox, body }) =>
		mailbox.createLabel({ messageListVisibility: "show", labelListVisibility: "labelShow", ...labelFields(body) }),
	"labels.update": changeLabel,
	"labels.patch": changeLabel,
	"labels.delete": ({ mailbox, params }) => {
		const label = labelOf(mailbox.labels, params.id);
		if (label.type === "system") throw invalid("Invalid delete request");
		mailbox.deleteLabel(label);
	},

	"settings.filters.list": ({ mailbox }) => ({
		...(mailbox.filters.size > 0 && { filter: [...mailbox.filters.values()] }),
	}),
	"settings.filters.get": ({ mailbox, params }) => mailbox.filters.get(params.id ?? "") ?? fail(notFound()),
	"settings.filters.create": ({ mailbox, body }) => createFilter(mailbox, body),
	"settings.filters.delete": ({ mailbox, params }) => {
		if (!mailbox.filters.delete(params.id ?? "")) throw notFound();
	},
};

function changeLabel({ mailbox, params, body }: Call): GmailLabel {
	const label = labelOf(mailbox.labels, params.id);
	if (label.type === "system") throw invalid("Invalid label: system labels cannot be changed");
	const fields = labelFields(body);
	if ("name" in body) mailbox.checkLabelName(body.name, label.id);
	return Object.assign(label, fields);
}

function labelFields(body: Record<string, unknown>): { name: string } {
	const fields = ["name", "messageListVisibility", "labelListVisibility", "color"].filter((name) => name in body);
	return Object.fromEntries(fields.map((name) => [name, body[name]])) as { name: string };
}

function labelOf(labels: Map<string, GmailLabel>, id: string | undefined): GmailLabel {
	return labels.get(id ?? "") ?? fail(notFound());
}

function labelChange({ mailbox, body }: Call): { add: string[]; remove: string[] } {
	const add = strings(body.addLabelIds);
	const remove = strings(body.removeLabelIds);
	if (add.length + remove.length === 0) throw invalid("No label add or removes specified");
	mailbox.checkLabels([...add, ...remove]);
	return { add, remove };
}

function idsOf({ body }: Call): string[] {
	const ids = strings(body.ids);
	if (ids.length === 0) throw invalid("No message ids specified");
	if (ids.length > MAX_IDS) throw invalid(`Number of ids cannot exceed ${MAX_IDS}`);
	return ids;
}

function fail(error: Error): never {
	throw error;
}
