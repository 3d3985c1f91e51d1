import type { IsolationFixture } from "#test/isolation.ts";
import { validatorContract } from "../../contract.ts";

export const isolation: IsolationFixture = {
	async prepare({ server, person }) {
		const validator = person.client(validatorContract);
		// Without valid syntax: nothing is looked up.
		await validator.validateEmail({ body: { email: "private plans" } });
		const { items } = await validator.listVerdicts({ query: {} });
		const bytes = new TextEncoder().encode("email\nno address@@\n");
		const { id } = await validator.validateFile({ query: { filename: "private.csv" } }, { bytes });
		await server.ctx.jobs.drain();
		const list = await validator.monitorList({ body: { name: "Private", fileId: id } });
		await server.ctx.jobs.drain();
		return {
			"validator/verdicts": items[0]?.id ?? "",
			"validator/batches": id,
			"validator/monitored-lists": list.id,
		};
	},
	inputs: { updateMonitoredList: { json: { every: "month" } } },
	// The file is a text file, and validated already.
	refusals: { resumeFileBatch: "batch-ended", exportSpreadsheet: "no-spreadsheet" },
};
