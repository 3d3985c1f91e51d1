import { expect, it } from "vitest";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { startTestServer } from "#test/server.ts";
import { BINARY, msgFile, UNICODE } from "./msg-testing.ts";

const file = Uint8Array.from(
	msgFile(
		[
			["001A", UNICODE, "IPM.Note"],
			["0037", UNICODE, "Grüße aus Köln"],
			["0C1A", UNICODE, "Ann Lee"],
			["5D01", UNICODE, "ann@example.org"],
			["1000", UNICODE, "Hello Bob"],
			["1035", UNICODE, "<one@example.org>"],
		],
		[["39FE", UNICODE, "bob@example.org"]],
		[
			["3707", UNICODE, "plan.txt"],
			["3701", BINARY, "the plan"],
		],
	),
);

it("uploads an Outlook message to the server, which shows it with its attachment, and says when it can't be read", async () => {
	const server = await startTestServer();
	try {
		const user = await server.signUp();
		const uploads = user.client(uploadsContract);
		const accounts = user.client(accountsContract);
		const send = async (filename: string, bytes: Uint8Array<ArrayBuffer>) => {
			const { id } = await uploads.createUpload({ body: { filename, sizeBytes: bytes.length } });
			await uploads.appendUpload({ params: { id } }, { bytes, headers: { "upload-offset": "0" } });
			return accounts.importMbox({ query: { upload: id } });
		};
		const { account, job } = await send("letter.msg", file);
		await server.ctx.jobs.drain();
		expect(await server.ctx.jobs.get(user.ownerId, job.id)).toMatchObject({ state: "done", result: { added: 1 } });
		const emails = user.client(emailsContract);
		const [item] = (await emails.listEmails({ query: { account: account.id, q: "in:anywhere" } })).items;
		expect(item).toMatchObject({ subject: "Grüße aus Köln", senderEmail: "ann@example.org", hasAttachments: true });
		const params = { id: item?.id ?? "" };
		expect(await emails.getEmail({ params })).toMatchObject({
			text: expect.stringContaining("Hello Bob"),
			attachments: [{ filename: "plan.txt" }],
		});
		const attachment = await user.fetch(`/api/v1/emails/${item?.id}/attachments/0`);
		expect(await attachment.text()).toBe("the plan");

		const cut = await send("cut.msg", file.slice(0, 700)).catch((cause: unknown) => cause);
		await server.ctx.jobs.drain();
		if (cut instanceof Error) expect(cut.message).toContain("This Outlook message cannot be read");
		else {
			const { job: failed } = cut as { job: { id: string } };
			const { state, error } = await server.ctx.jobs.get(user.ownerId, failed.id);
			expect([state, error]).toEqual(["failed", expect.stringContaining("This Outlook message cannot be read")]);
		}
	} finally {
		await server.close();
	}
});
