import { newId } from "#shared/ids.ts";
import type { IsolationFixture } from "#test/isolation.ts";

export const isolation: IsolationFixture = {
	async prepare({ server, person, account }) {
		const id = newId();
		await server.ctx.database.query(
			"insert into sample_digests (owner_id, id, account_id, email_count) values ($1, $2, $3, 1)",
			[person.ownerId, id, account],
		);
		return { "sample/digests": id };
	},
};
