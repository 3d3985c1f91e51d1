/** A file exceeds a limit of its extraction. */
export class TooLarge extends Error {
	override name = "TooLarge";
	constructor() {
		super("The file is too large to be searched");
	}
}

/** Characters of text read per file. */
export const MAX_FILE_CHARACTERS = 200_000;
/** Characters of text of all files of a message. */
export const MAX_MESSAGE_CHARACTERS = 400_000;
