import { personName } from "../names.ts";
import { textOf } from "../public/request.ts";
import { profileOf } from "../signature/links.ts";
import { objectOf, type PaidService } from "./service.ts";
import { websiteOf } from "./values.ts";

/** Hunter's email enrichment (API v2, `people/find`). */
export const hunter = (origin = "https://api.hunter.io"): PaidService => ({
	id: "hunter",
	origin,
	page: "https://hunter.io",
	request: (email, key) => ({
		path: `/v2/people/find?email=${encodeURIComponent(email)}`,
		headers: { "x-api-key": key },
	}),
	read({ data }) {
		const person = objectOf(data);
		const employment = objectOf(person.employment);
		const handle = textOf(objectOf(person.linkedin).handle);
		const twitter = textOf(objectOf(person.twitter).handle);
		return {
			fullName: personName(textOf(objectOf(person.name).fullName) ?? ""),
			...{ company: textOf(employment.name), position: textOf(employment.title), location: textOf(person.location) },
			...{ phone: textOf(person.phone), website: websiteOf(person.site) },
			linkedIn: handle === null ? null : (profileOf(`https://www.linkedin.com/in/${handle}`)?.value ?? null),
			twitter: twitter === null ? null : (profileOf(`https://x.com/${twitter}`)?.value ?? null),
		};
	},
});
