import { expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { peopleContract } from "#shared/contracts/people.ts";
import { startTestServer } from "#test/server.ts";

const MAIL = `From ada@example.org Thu Jan 1 12:00:00 2026
From: Ada Lovelace <ada@example.org>
To: Reader <reader@example.net>
Subject: Hello
Date: Thu, 01 Jan 2026 12:00:00 +0000
Message-ID: <hello@example.org>

Text

`;

it("finds people with the first question after a mailbox was connected", async () => {
	const server = await startTestServer();
	try {
		const user = await server.signUp();
		const bytes = new TextEncoder().encode(MAIL);
		await user.client(accountsContract).importMbox({ query: { filename: "mail.mbox" } }, { bytes });
		await server.ctx.jobs.drain();
		const { items } = await user.client(peopleContract).listPeople({ query: { q: "love" } });
		expect(items).toMatchObject([{ name: "Ada Lovelace", addresses: ["ada@example.org"] }]);
	} finally {
		await server.close();
	}
});
