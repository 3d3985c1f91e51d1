import type { PublicSourceId } from "../../fields.ts";
import type { Source } from "../source.ts";
import { github } from "./github.ts";
import { gravatar } from "./gravatar.ts";
import { libravatar } from "./libravatar.ts";
import { openpgp } from "./openpgp.ts";
import { SERVICES, type Services } from "./request.ts";
import { webfinger } from "./webfinger.ts";
import { website } from "./website.ts";

/** The public sources by id. */
export function publicSources(services: Services = SERVICES): Record<PublicSourceId, Source> {
	return {
		website: website(services),
		gravatar: gravatar(services),
		libravatar: libravatar(services),
		webfinger: webfinger(services),
		openpgp: openpgp(services),
		github: github(services),
	};
}
