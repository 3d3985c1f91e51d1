import { z } from "zod";
import { brand } from "#shared/brand.ts";
import type { ContactMessage } from "#shared/contracts/contact.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import type { Context } from "../auth/context.ts";
import { findOperator, getMessage, noteMailed } from "./store.ts";

const input = z.object({ messageId: z.uuid() });

/**
 * Emails a contact message to its recipient. If the process crashes after sending and before recording it, the message
 * is sent again: at least once.
 */
export const contactMailJob: JobKind<z.infer<typeof input>, Context> = {
	name: "contact-mail",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 10,
	async run(ctx, job) {
		const message = await getMessage(ctx.database, job.input.messageId);
		const to = ctx.config.contactEmail ?? (await findOperator(ctx.database))?.email;
		if (message === null || message.mailedAt !== null || to === undefined) return { sent: false };
		const { sent } = await ctx.mailer.send({ to, ...emailFor(message, ctx.config.baseUrl) });
		if (sent) await noteMailed(ctx.database, message.id);
		return { sent };
	},
};

function emailFor(message: ContactMessage, baseUrl: string) {
	const name = oneLine(message.name);
	return {
		subject: `[${brand.name}] ${oneLine(message.subject)}`,
		replyTo: { name, address: message.email },
		text: [
			message.message,
			"",
			"-- ",
			`${name} <${message.email}> sent this with the contact form of ${baseUrl}.`,
			"Your reply goes to them.",
			"",
		].join("\n"),
	};
}

function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, " ").trim();
}
