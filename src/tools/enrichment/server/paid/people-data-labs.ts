import { personName } from "../names.ts";
import { textOf } from "../public/request.ts";
import { profileOf } from "../signature/links.ts";
import { objectOf, type PaidService } from "./service.ts";
import { websiteOf } from "./values.ts";

/** Of 10: below that, the person may be someone else. */
const LEAST_LIKELIHOOD = 6;

/** People Data Labs' person enrichment (API v5). Fields that a plan does not include are `true`, and left out. */
export const peopleDataLabs = (origin = "https://api.peopledatalabs.com"): PaidService => ({
	id: "people-data-labs",
	origin,
	page: "https://www.peopledatalabs.com",
	request: (email, key) => ({
		path: `/v5/person/enrich?email=${encodeURIComponent(email)}&min_likelihood=${LEAST_LIKELIHOOD}`,
		headers: { "x-api-key": key },
	}),
	read({ data }) {
		const person = objectOf(data);
		return {
			fullName: personName(textOf(person.full_name) ?? ""),
			...{ company: textOf(person.job_company_name), position: textOf(person.job_title) },
			...{ location: textOf(person.location_name), phone: textOf(person.mobile_phone) },
			linkedIn: profileOf(textOf(person.linkedin_url) ?? "")?.value ?? null,
			twitter: profileOf(textOf(person.twitter_url) ?? "")?.value ?? null,
			website: websiteOf(person.job_company_website),
		};
	},
});
