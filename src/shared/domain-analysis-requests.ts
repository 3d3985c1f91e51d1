import { z } from "zod";

/** The stream by which one tool asks another to analyze a domain that mail is sent from. */
export const domainAnalysisRequested = {
	name: "domain.analysis.requested",
	payload: z.object({
		/** In lower case. */
		domain: z.string(),
	}),
};
