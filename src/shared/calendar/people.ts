import type { ContentLine } from "../mail/content-lines.ts";
import { type Component, readComponents } from "./components.ts";

/** Who is invited or invites (RFC 5545 §3.8.4.1, §3.8.4.3). */
export interface CalendarPerson {
	/** Empty: none. */
	name: string;
	email: string;
}

/** The organizer or attendee of a line; null: no address. Some programs leave out `mailto:`. */
export function personOf({ value, params }: ContentLine): CalendarPerson | null {
	const email = /^(?:mailto:([^?\s]+)|[^\s:?]+@[^\s:?]+)/i.exec(value.trim());
	return email === null ? null : { name: (params.get("CN") ?? "").slice(0, 300), email: email[1] ?? email[0] };
}

/** The organizers and attendees of all that a calendar file has, in its order. */
export function peopleOf(text: string): CalendarPerson[] {
	return readComponents(text).flatMap(peopleIn);
}

function peopleIn({ lines, inner }: Component): CalendarPerson[] {
	const named = lines.filter(({ name }) => name === "ORGANIZER" || name === "ATTENDEE");
	return [...named.flatMap((line) => personOf(line) ?? []), ...inner.flatMap(peopleIn)];
}
