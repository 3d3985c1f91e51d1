import { z } from "zod";

const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

/** Query fields for a time range. A bare date means that whole day in UTC. */
export const rangeQuery = {
	/** Inclusive start; absent: no lower bound. */
	from: moment.optional(),
	/** Exclusive end; absent: no upper bound. */
	until: moment.optional(),
};
