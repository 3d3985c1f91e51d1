import type { Invitation } from "#shared/calendar/invitation.ts";

/** What an invitation says, in a line: its title, when in the user's time zone, where, and who invites. */
export function describeEvent({ summary, location, start, end, organizer, method }: Invitation, zone: string): string {
	const timeZone = start.isFloating || start.isDate ? "UTC" : zone;
	const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone });
	const hour = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone });
	const [from, to] = [new Date(start.at), end === null ? null : new Date(end.at)];
	const hours = start.isDate ? "" : `, ${hour.format(from)}${to === null ? "" : `–${hour.format(to)}`}`;
	const by = organizer === null ? "" : organizer.name === "" ? organizer.email : organizer.name;
	return [
		`${method === "cancel" ? "Canceled: " : ""}${summary === "" ? "Event" : summary}: ${day.format(from)}${hours}`,
		...[location, by].filter((part) => part !== ""),
	].join(" · ");
}
