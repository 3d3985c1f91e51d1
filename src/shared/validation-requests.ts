import { z } from "zod";

/** The stream by which one tool asks another to validate addresses. */
export const validationRequested = {
	name: "addresses.validation.requested",
	payload: z.object({ emails: z.array(z.string().max(320)).max(1_000) }),
};
