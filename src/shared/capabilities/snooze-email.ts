import { z } from "zod";
import { declareCapability } from "./capability.ts";

/** Archives an email until a time, with a note of what to do then. @throws AppError as the tool that offers it says */
export const snoozeEmail = declareCapability({
	name: "snooze-email",
	input: z.object({ emailId: z.uuid(), until: z.iso.datetime(), note: z.string().trim().min(1).max(200) }),
	result: z.object({}),
});
