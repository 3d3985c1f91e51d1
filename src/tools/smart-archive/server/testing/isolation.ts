import { plansContract } from "#shared/contracts/plans.ts";
import type { IsolationFixture } from "#test/isolation.ts";
import { smartArchiveContract } from "../../contract.ts";

export const isolation: IsolationFixture = {
	async prepare({ server, person, account, email }) {
		const archive = person.client(smartArchiveContract);
		const plans = person.client(plansContract);
		const cleanup = await plans.createPlan({ body: { action: "trash", ids: [email] } });
		const { backup } = await archive.startBackup({ body: { plan: cleanup.id, title: "Plans" } });
		await server.ctx.jobs.drain();
		await plans.undoOperation({ params: { id: cleanup.id } });
		await server.ctx.jobs.drain();
		const { sweep } = await archive.saveSweep({
			body: {
				rule: { account, senderEmail: "ada@example.org", keepNewest: 1, olderThanDays: null, action: "trash" },
			},
		});
		return { "smart-archive/backups": backup.id, "smart-archive/sweeps": sweep.id };
	},
	inputs: {
		keepBackup: { json: { keepDays: null } },
		updateSweep: { json: { isActive: false } },
		startRestore: { json: {} },
	},
};
