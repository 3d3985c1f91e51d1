import { personName } from "../names.ts";
import { textOf } from "../public/request.ts";
import { profileOf } from "../signature/links.ts";
import { objectOf, type PaidService } from "./service.ts";
import { websiteOf } from "./values.ts";

/** Apollo's people enrichment (API v1, `people/match`), without personal emails and phone numbers, which cost more. */
export const apollo = (origin = "https://api.apollo.io"): PaidService => ({
	id: "apollo",
	origin,
	page: "https://www.apollo.io",
	request: (email, key) => ({
		path: "/api/v1/people/match",
		headers: { "x-api-key": key, "content-type": "application/json" },
		body: JSON.stringify({ email }),
	}),
	read({ person: given }) {
		const person = objectOf(given);
		const organization = objectOf(person.organization);
		const places = [person.city, person.state, person.country].flatMap((place) => textOf(place) ?? []);
		return {
			fullName: personName(textOf(person.name) ?? ""),
			...{ company: textOf(organization.name), position: textOf(person.title) },
			location: places.length === 0 ? null : places.join(", "),
			linkedIn: profileOf(textOf(person.linkedin_url) ?? "")?.value ?? null,
			twitter: profileOf(textOf(person.twitter_url) ?? "")?.value ?? null,
			website: websiteOf(organization.website_url),
		};
	},
});
