/** Somebody at the keyboard ended a command. */
export class Stopped extends Error {
	override name = "Stopped";
}
