import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { job } from "#shared/contracts/jobs.ts";
import { tool } from "./tool.ts";

export const digest = z.object({
	id: z.uuid(),
	accountId: z.uuid(),
	/** Messages received since the digest before. */
	emailCount: z.number(),
	createdAt: z.string(),
});
export type Digest = z.infer<typeof digest>;

export const sampleContract = defineContract(
	{
		listSampleDigests: {
			method: "GET",
			path: "/api/v1/sample/digests",
			summary: "Digests that were sent, newest first",
			reply: z.object({ items: z.array(digest) }),
		},
		sendSampleDigests: {
			method: "POST",
			path: "/api/v1/sample/digests",
			summary: "Send the digests of all mailboxes with new mail now",
			reply: z.object({ job }),
			status: 202,
			problems: ["nothing-new"],
		},
		deleteSampleDigest: {
			method: "DELETE",
			path: "/api/v1/sample/digests/{id}",
			summary: "Delete a digest from the list",
			params: z.object({ id: z.uuid() }),
		},
	},
	{ scope: tool.scope },
);
