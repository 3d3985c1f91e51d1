import type { IsolationFixture } from "#test/isolation.ts";
import { categorizerContract } from "../../contract.ts";

export const isolation: IsolationFixture = {
	async prepare({ person, email }) {
		const { correction } = await person
			.client(categorizerContract)
			.correctCategory({ body: { target: { type: "message", emailId: email }, category: "social" } });
		return { categorizer: correction.id };
	},
	inputs: { revertCorrection: { json: {} } },
};
