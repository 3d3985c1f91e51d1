import type { PaidSourceId } from "../../fields.ts";
import type { Source } from "../source.ts";
import { apollo } from "./apollo.ts";
import { hunter } from "./hunter.ts";
import { peopleDataLabs } from "./people-data-labs.ts";
import { paidSource } from "./service.ts";

/** The paid sources by id. @param origin of a server to ask in their place */
export function paidSources(origin?: string): Record<PaidSourceId, Source> {
	return {
		hunter: paidSource(hunter(origin)),
		"people-data-labs": paidSource(peopleDataLabs(origin)),
		apollo: paidSource(apollo(origin)),
	};
}
