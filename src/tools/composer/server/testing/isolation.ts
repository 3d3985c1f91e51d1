import type { IsolationFixture } from "#test/isolation.ts";
import { composerContract } from "../../contract.ts";

export const isolation: IsolationFixture = {
	async prepare({ person, account }) {
		const composer = person.client(composerContract);
		const { id } = await composer.createDraft({ body: { subject: "Private plans", text: "Secret" } });
		const bytes = new TextEncoder().encode("secret");
		await composer.addAttachment({ params: { id }, query: { filename: "secret.txt" } }, { bytes });
		const template = await composer.createTemplate({ body: { name: "Hello", subject: "", html: null, text: "Hello" } });
		return { drafts: id, senders: account, templates: template.id };
	},
	inputs: {
		updateDraft: { json: {} },
		copyDraft: { json: {} },
		sendDraft: { json: {} },
		updateSender: { json: {} },
		updateTemplate: { json: {} },
		addAttachment: { query: { filename: "more.txt" } },
	},
	// It has no recipients.
	refusals: { sendDraft: "no-recipients" },
};
