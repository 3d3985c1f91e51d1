/** The user interrupted a command. */
export class Stopped extends Error {
	override name = "Stopped";
}
