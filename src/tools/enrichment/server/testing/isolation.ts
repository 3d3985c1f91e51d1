import type { IsolationFixture } from "#test/isolation.ts";
import { enrichmentContract } from "../../contract.ts";

export const isolation: IsolationFixture = {
	async prepare({ server, person }) {
		const { id } = await person.client(enrichmentContract).enrichEmail({ body: { email: "ada@example.org" } });
		const bytes = new TextEncoder().encode("email\nprivate@plans.example\n");
		const list = await person.client(enrichmentContract).enrichFile({ query: { filename: "private.csv" } }, { bytes });
		await server.ctx.jobs.drain();
		return { "enrichment/results": id, "enrichment/lists": list.id };
	},
	// The list is complete already.
	refusals: { resumeEnrichmentList: "batch-ended" },
};
