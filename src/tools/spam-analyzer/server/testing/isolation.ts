import { newId } from "#shared/ids.ts";
import type { IsolationFixture } from "#test/isolation.ts";
import type { Report } from "../../contract.ts";
import { reputationOf, trustOf } from "../score.ts";
import { storeReport } from "../store.ts";

const domain = "private.example";

/** An analysis without any answers. */
function emptyReport(): Report {
	return {
		...{ id: newId(), subject: `ann@${domain}`, domain, trust: trustOf([]) },
		...{
			reputation: reputationOf({ checks: [], ageDays: null, mail: null }),
			checks: [],
			ownMail: null,
			message: null,
		},
		analysis: {
			...{ trust_score: null, domain, mx_records: [], spf_valid: null, dkim_valid: null, blacklist_status: null },
			...{ risk_factors: [], recommendations: [], domain_age_days: null, reputation_score: null },
		},
		...{ analyzedAt: new Date().toISOString(), durationMs: 0 },
	};
}

export const isolation: IsolationFixture = {
	async prepare({ server, person }) {
		const report = emptyReport();
		// Without an analysis, which would ask the DNS.
		await storeReport(server.ctx.database, person.ownerId, report);
		return { "spam-analyzer/analyses": report.id };
	},
	inputs: { whatIf: { json: { records: [] } } },
};
