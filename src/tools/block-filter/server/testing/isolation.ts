import type { IsolationFixture } from "#test/isolation.ts";
import { filtersContract } from "../../contract.ts";

export const isolation: IsolationFixture = {
	async prepare({ server, person, account }) {
		const filter = await person.client(filtersContract).createFilter({
			body: { name: "Plans", ruleType: "sender", ruleValue: "ada@example.org", action: "star" },
		});
		const { job } = await person.client(filtersContract).planFilters({ body: { account } });
		await server.ctx.jobs.drain();
		return { filters: filter.id, "filters/native": account, "filters/plans": job.id };
	},
	inputs: {
		updateFilter: { json: { isActive: false } },
		setNative: { json: { isOn: false } },
		restoreNative: { json: {} },
	},
	refusals: { checkNative: "native-off", restoreNative: "native-off", readNative: "not-supported" },
};
