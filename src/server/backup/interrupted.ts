/** The user interrupted a command. */
export class Interrupted extends Error {
	override name = "Stopped";
}
