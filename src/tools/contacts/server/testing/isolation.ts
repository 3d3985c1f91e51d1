import type { IsolationFixture } from "#test/isolation.ts";
import { contactsContract } from "../../contract.ts";

/** A picture of one pixel. */
const PIXEL =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const isolation: IsolationFixture = {
	async prepare({ server, person }) {
		const contacts = person.client(contactsContract);
		const { importId } = await contacts.importContacts({
			body: { rows: [{ name: "Private Person", emails: ["private@plans.example"] }] },
		});
		const another = { name: "Another", emails: ["another@plans.example"], photo: PIXEL, tags: ["Private"] };
		await contacts.importContacts({ body: { rows: [another] } });
		const { items } = await contacts.listContacts({ query: { q: "another@plans" } });
		await server.ctx.database.exec(
			`insert into person_merges (owner_id, id, person_id, moved, earlier, merged_at)
			values ($1, '0199f0aa-0000-7000-8000-000000000001', '0199f0aa-0000-7000-8000-000000000002', '[]', '[]', now())`,
			[person.ownerId],
		);
		return {
			contacts: items[0]?.id ?? "",
			"contacts/imports": importId,
			"contacts/merges": "0199f0aa-0000-7000-8000-000000000001",
		};
	},
	inputs: {
		setContactCard: {
			json: { name: "A", company: "", position: "", phones: [], postalAddress: "", website: "", note: "" },
		},
	},
};
