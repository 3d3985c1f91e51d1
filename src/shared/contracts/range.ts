import { z } from "zod";

const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

/** Fields of a query over a stretch of time. A bare date stands for that whole day in UTC. */
export const rangeQuery = {
	/** Its first moment; from the beginning when absent. */
	from: moment.optional(),
	/** Its end; up to the newest when absent. A moment is itself no longer in it. */
	until: moment.optional(),
};
