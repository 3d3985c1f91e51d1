import type { IsolationFixture } from "#test/isolation.ts";
import { activityScoreContract } from "../../contract.ts";

export const isolation: IsolationFixture = {
	async prepare({ server, person }) {
		await person.client(activityScoreContract).generateActivityScore({ body: {} });
		await server.ctx.jobs.drain();
		return {};
	},
};
